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
  ['other scripts are not stemmed', 'Straße кошки ﬁre', ['straße', 'кошки', 'fire']],
  ['nothing has no words', ' …?', []],
])('%s', (_, text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('a word that is too long is known by its beginning, in whole characters', () => {
  expect(wordsOf('x'.repeat(700))).toEqual(['x'.repeat(600)])
  const [letters = ''] = wordsOf(`a${'𝔸'.normalize('NFKC')}${'𐌰'.repeat(700)}`)
  expect(letters.length).toBeLessThanOrEqual(600)
  expect(letters.isWellFormed()).toBe(true)
})

test('of scripts without spaces, pairs of characters are words', () => {
  expect(wordsOf('我住在都灵。 Ada住')).toEqual(['我住', '住在', '在都', '都灵', 'ada', '住'])
  expect(wordsOf('都灵在哪里')).toContain('都灵')
})
