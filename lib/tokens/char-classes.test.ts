import { expect, test } from 'vitest'
import { classOf, HEAD, LETTER, NEWLINE, NUMBER, SPACE, SYMBOL, TAIL } from './char-classes.ts'

const classes = (character: string) => classOf(character.codePointAt(0) ?? 0)

test.each([
  ['A', LETTER | HEAD],
  ['a', LETTER | TAIL],
  ['中', LETTER | HEAD | TAIL],
  ['ʰ', LETTER | HEAD | TAIL],
  ['ǅ', LETTER | HEAD],
  ['\u0301', HEAD | TAIL | SYMBOL],
  ['7', NUMBER],
  ['½', NUMBER],
  ['\n', SPACE | NEWLINE],
  ['\t', SPACE],
  ['\u0085', SPACE],
  ['\ufeff', SYMBOL],
  ['!', SYMBOL],
  ['😀', SYMBOL],
  ['𝔘', LETTER | HEAD],
])('%j', (character, expected) => {
  expect(classes(character)).toBe(expected)
  expect(classes(character)).toBe(expected)
})
