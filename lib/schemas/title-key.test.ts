import { expect, test } from 'vitest'
import { titleKey } from './title-key.ts'

test.each([
  ['Café Über', 'cafe uber'],
  ['ＦＵＬＬ width', 'full width'],
  ['Привет Ёлка', 'привет елка'],
  ['한국어', '한국어'],
  ['100% _sure_', '100% _sure_'],
  ['', ''],
])('%s is found by %s', (title, key) => {
  expect(titleKey(title)).toBe(key)
})
