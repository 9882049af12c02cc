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

test('leaves words alone that only begin like a key', () => {
  expect(providerSentence('A key-value task-based skill, risk-free.', [])).toBe(
    'A key-value task-based skill, risk-free.',
  )
})
