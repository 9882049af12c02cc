import { expect, test } from 'vitest'
import { providerSentence } from './provider-sentence.ts'

test('stands on one line', () => {
  expect(providerSentence('  too\n\n long ', [])).toBe('too long')
})

test('holds nothing that a database refuses', () => {
  expect(providerSentence('bad\u0000byte, half \ud83d pair', [])).toBe('bad byte, half \ufffd pair')
})

test('has at most 300 characters', () => {
  const sentence = providerSentence('x'.repeat(400), [])
  expect(sentence).toHaveLength(300)
  expect(sentence.endsWith('x…')).toBe(true)
})

test('shows no key, neither ours nor what looks like one', () => {
  expect(
    providerSentence('Key my-secret is wrong, sk-proj-ab**yz too, and Bearer abc.', ['my-secret', '']),
  ).toBe('Key [key] is wrong, [key] too, and [key]')
})

test('a key of a few letters, as servers without one are given, takes nothing out of ordinary words', () => {
  const said = 'The latest test of x exceeded its maximum.'
  for (const key of ['x', 'test', 'the', 'maximum']) expect(providerSentence(said, [key])).toBe(said)
  expect(providerSentence('Sent was Authorization: Bearer test', ['test'])).toBe(
    'Sent was Authorization: [key]',
  )
})

test('a longer key is taken out wherever it stands, also within a word', () => {
  expect(providerSentence('key=abcd1234;', ['abcd1234'])).toBe('key=[key];')
})

test('leaves words alone that only begin like a key', () => {
  expect(providerSentence('A key-value task-based skill, risk-free.', [])).toBe(
    'A key-value task-based skill, risk-free.',
  )
})
