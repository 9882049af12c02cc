import { expect, test } from 'vitest'
import { titleFromMessage } from './title.ts'

test.each([
  ['Plan a week in Lisbon', 'Plan a week in Lisbon'],
  ['  \n\n What   is\ta monad?\nI keep forgetting.', 'What is a monad?'],
  ['<|endoftext|>', '<|endoftext|>'],
])('%j becomes %j', (text, title) => {
  expect(titleFromMessage(text)).toBe(title)
})

test('a long line is cut at a word', () => {
  const title = titleFromMessage('word '.repeat(50))
  expect(title).toMatch(/^(word )+word…$/)
  expect(title.length).toBeLessThanOrEqual(61)
})

test('a line without a space is cut all the same, never through a letter', () => {
  expect(titleFromMessage('👋🏽'.repeat(100))).toBe(`${'👋🏽'.repeat(49)}…`)
})

test('a megabyte of one letter is no work', () => {
  expect(titleFromMessage('a'.repeat(1_000_000))).toHaveLength(61)
})

test('a title is no longer than one that may be given, however its letters are made up', () => {
  const family = '👩‍👩‍👧‍👦'
  const title = titleFromMessage(family.repeat(59))
  expect(title.length).toBeLessThanOrEqual(200)
  expect(title.startsWith(family)).toBe(true)
  expect(title.endsWith(`${family}…`)).toBe(true)
})

test('what acts on a screen is no part of a title', () => {
  expect(titleFromMessage('\u202Ebell\u0007 rings')).toBe('bell rings')
})
