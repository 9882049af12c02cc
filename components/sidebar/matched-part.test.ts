import { expect, test } from 'vitest'
import { titleKey } from '@/lib/schemas/title-key'
import { matchedPart } from './matched-part'

const matched = (title: string, sought: string) => {
  const part = matchedPart(title, titleKey(sought))
  return part && title.slice(part.start, part.end)
}

test.each([
  ['A plain title', 'plain', 'plain'],
  ['LOUD', 'ou', 'OU'],
  ['Café Über', 'fe u', 'fé Ü'],
  ['Cafe\u0301 au lait', 'cafe', 'Cafe\u0301'],
  ['the ﬁrst', 'i', 'ﬁ'],
  ['ﬁnd it', 'nd', 'nd'],
  ['Die Straße hier', 'strasse', 'Straße'],
  ['Die STRASSE hier', 'straße', 'STRASSE'],
  ['Große Straße', 'e stra', 'e Stra'],
  ['Fußball', 'sb', 'ßb'],
  ['İstanbul', 'ist', 'İst'],
  ['Η ΟΔΟΣ μου', 'οδός', 'ΟΔΟΣ'],
  ['ＦＵＬＬ width', 'full', 'ＦＵＬＬ'],
  ['한국어 책', '국어', '국어'],
  ['👩‍👩‍👧 family', 'fam', 'fam'],
  ['100% sure', '0% s', '0% s'],
  ['again and again', 'again', 'again'],
])('in “%s” the part for “%s” is “%s”', (title, sought, part) => {
  expect(matched(title, sought)).toBe(part)
})

test.each([
  ['A title', 'other'],
  ['A title', ''],
  ['', 'x'],
])('in “%s” nothing is “%s”', (title, sought) => {
  expect(matched(title, sought)).toBeNull()
})

test('the first of several', () => {
  expect(matchedPart('again and again', 'again')).toEqual({ start: 0, end: 5 })
})
