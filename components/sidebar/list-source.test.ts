import { expect, test } from 'vitest'
import { LIST_SOURCE_COOKIE, listSourceCookie, readListSource } from './list-source'

test.each(['page', 'interface'] as const)('%s is remembered', (source) => {
  const [pair = ''] = listSourceCookie(source).split(';')
  expect(readListSource(pair.slice(`${LIST_SOURCE_COOKIE}=`.length))).toBe(source)
})

test('all is remembered by nothing', () => {
  expect(listSourceCookie(null)).toContain('max-age=0')
  expect(readListSource(undefined)).toBe(null)
})

test.each(['', 'import', 'PAGE', '<script>'])('%j, from elsewhere, asks for all', (value) => {
  expect(readListSource(value)).toBe(null)
})
