import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

test.each([
  ['It says **Rex**, and `dog()`.', 'It says Rex, and dog().'],
  ['## From earlier\n\n> My dog\n> is *Rex*.\n\n1. one\n2. two', 'From earlier My dog is Rex. one two'],
  ['See [the page](https://example.com) and ![a dog](dog.png)', 'See the page and a dog'],
  ['```ts\nconst a = 1\n```\nso  \nit is', 'const a = 1 so it is'],
  ['---\n[a]: https://example.com\n\n[the *link*][a]', 'the link'],
  // Cut within its marks, as the beginning of an answer is.
  ['It is **very', 'It is **very'],
  ['2 * 3 < 7 & <b>bold</b>', '2 * 3 < 7 & <b>bold</b>'],
  ['', ''],
])('%j reads %j', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words)
})
