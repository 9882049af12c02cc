import { expect, test } from 'vitest'
import { isBlank } from './blank.ts'

test('knows the white space of trim, code unit by code unit', () => {
  const differing = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => isBlank(character) !== (character.trim() === ''),
  )
  expect(differing).toEqual([])
})

test.each([
  ['', true],
  [' \n\t\u00a0\u3000', true],
  [' \n.', false],
  ['。 ', false],
])('finds %o blank: %s', (text, blank) => {
  expect(isBlank(text)).toBe(blank)
})
