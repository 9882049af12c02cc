import { expect, test } from 'vitest'
import { wordsOf } from './words.ts'

test.each([
  [
    'words in other forms are the same words',
    'Gardens, gardening: GARDENED!',
    ['garden', 'garden', 'garden'],
  ],
  ['what says nothing is left out', 'What did you recommend to me?', ['recommend']],
  ['names and numbers stay as they are', 'Ada, on 2023-04-27', ['ada', '2023', '04', '27']],
  ['other scripts are not stemmed', 'Straße ナイフ ﬁre', ['straße', 'ナイフ', 'fire']],
  ['nothing has no words', ' …?', []],
])('%s', (_, text, words) => {
  expect(wordsOf(text)).toEqual(words)
})
