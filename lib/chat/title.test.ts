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
  const title = titleFromMessage('👩‍👩‍👧‍👦'.repeat(100))
  expect(title).toBe(`${'👩‍👩‍👧‍👦'.repeat(60)}…`)
})

test('a megabyte of one letter is no work', () => {
  expect(titleFromMessage('a'.repeat(1_000_000))).toHaveLength(61)
})
