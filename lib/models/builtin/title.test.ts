import { expect, test } from 'vitest'
import { titleFor } from './title.ts'

const titleOf = (question: string) => {
  const quoted = question.replaceAll(/^/gm, '> ')
  return titleFor([
    { role: 'system', content: 'You name conversations.' },
    {
      role: 'user',
      content: `The user wrote:\n${quoted}\n\nThe answer began:\n> Something else.\n\nThe title?`,
    },
  ])
}

test.each([
  ['Plan a week in Lisbon', 'Plan a week in Lisbon'],
  ['Hi there! How do boats sail at night?', 'How do boats sail at night?'],
  ['Hello.\n\nMy sister Ada lives in Turin. She has a boat.', 'My sister Ada lives in Turin'],
  ['```js\nconst boat = 1\n```\nWhy does this boat not float?', 'Why does this boat not float?'],
  ['# Boats and winds', 'Boats and winds'],
  ['夜の航海について教えてください。風は？', '夜の航海について教えてください'],
  ['boats', 'boats'],
  ['Hi!', 'Hi'],
  ['?!', ''],
])('%j is called %j', (question, title) => {
  expect(titleOf(question)).toBe(title)
})

test('a long sentence is cut at a word, or through a long one, never through a letter', () => {
  expect(titleOf('sailing '.repeat(40))).toMatch(/^(sailing )+sailing…$/)
  expect(titleOf('👩‍👩‍👧‍👦x'.repeat(100))).toBe(`${'👩‍👩‍👧‍👦x'.repeat(25)}…`)
})

test('without a quote there is nothing to name', () => {
  expect(titleFor([{ role: 'user', content: 'Name this.' }])).toBe('')
  expect(titleFor([])).toBe('')
})
