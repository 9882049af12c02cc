import { expect, test } from 'vitest'
import { termsOf } from './words.ts'

test.each([
  ['Where does my sister live?', ['sister', 'liv']],
  ['She lives there, living well', ['liv', 'liv', 'well']],
  ['running stopped cities tried glass', ['run', 'stop', 'city', 'try', 'glass']],
  ['Was ist meine Lieblingsfarbe?', ['lieblingsfarb']],
  ['Où est la bibliothèque ?', ['bibliothèqu']],
  ['我喜欢饺子', ['我喜', '喜欢', '欢饺', '饺子']],
  ['ＦＵＬＬ width № 7', ['full', 'width', '7']],
  ['How are you?', []],
  ['', []],
])('%j is found by %j', (text, terms) => {
  expect(termsOf(text)).toEqual(terms)
})

test('a question and its answer meet in their words', () => {
  const [asked] = termsOf('named')
  expect(termsOf('names naming name')).toEqual([asked, asked, asked])
})
