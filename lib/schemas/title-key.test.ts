import { expect, test } from 'vitest'
import { titleKey, titleKeys } from './title-key.ts'

test.each([
  ['Café Über', 'cafe uber'],
  ['ＦＵＬＬ width', 'full width'],
  ['Привет Ёлка', 'привет елка'],
  ['한국어', '한국어'],
  ['100% _sure_', '100% _sure_'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['ﬁrst', 'first'],
  ['İzmir Iğdır', 'izmir igdir'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['Եւ և', 'եւ եւ'],
  ['', ''],
])('%s is found by %s', (title, key) => {
  expect(titleKey(title)).toBe(key)
})

test.each([
  ['Straße', ['strasse', 'straße']],
  ['strasse', ['strasse']],
  ['ΟΔΌΣ', ['οδοσ', 'οδος', 'οδός']],
  ['Café', ['cafe', 'café']],
  ['Cafe', ['cafe']],
])('%s is looked for by %j', (sought, keys) => {
  expect(titleKeys(sought)).toEqual(keys)
})
