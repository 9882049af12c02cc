import { expect, test } from 'vitest'
import { compare } from './told.ts'
import { wordsOf } from './words.ts'

const to = (question: string, text: string) => compare(new Set(wordsOf(question)), text)

test.each([
  ['2026-05-01\nUser: My sister Ada lives in Turin.', 'something'],
  ['2026-05-01\nUser: Where does my sister Ada live?', 'a question'],
  ['2026-05-01\nUser: Where does Ada live?', 'nothing'],
  ['2026-05-01\nUser: ada LIVES', 'nothing'],
  ['2026-05-01\nUser: Where does Ada live?\nAssistant: In Turin.', 'something'],
  ['2026-05-01\nUser: My sister moved. Where does she live?', 'something'],
  ['2026-05-01\nUser: Where does she live?\nIn Turin, I think.', 'something'],
  ['2026-05-01\nUser: Tell me everything about my sister Ada.', 'a question'],
  ['2026-05-01\nUser: please remind me who my sister is', 'a question'],
  ['2026-05-01\nUser: Tell me about Turin. She lives there.', 'something'],
  ['2026-05-01\nUser: Remind me to call Ada on Friday.', 'something'],
])('beside the question where Ada lives, "%s" tells %s', (text, told) => {
  expect(to('Tell me where Ada lives', text).told).toBe(told)
})

test('who spoke, and when, are no words that a passage shares', () => {
  const text = '2026-01-02\nUser: We met.\nAssistant: Good.'
  expect(to('What did the user ask the assistant in 2026?', text).shared).toEqual([])
})
