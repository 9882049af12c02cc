import { describe, expect, test } from 'vitest'
import { sessionPatch } from './session.ts'
import { plainTitle, TITLE_MAX } from './title-text.ts'

test.each([
  ['two\r\nlines\tand a tab', 'two lines and a tab'],
  ['bell\u0007 and \u001b[31m', 'bell and [31m'],
  ['\u202Eturned\u202C round', 'turned round'],
  ['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
])('%j is plainly %j', (text, title) => {
  expect(plainTitle(text)).toBe(title)
})

describe('a title that a user gives', () => {
  const parse = (title: string) => sessionPatch.safeParse({ title })

  test('is kept on one line', () => {
    expect(parse(' a\nb ').data).toEqual({ title: 'a b' })
  })

  test.each(['', ' \n', '\u200b', '\u0007', '\u202E', 'x'.repeat(TITLE_MAX + 1)])('is not %j', (title) => {
    expect(parse(title).success).toBe(false)
  })
})
