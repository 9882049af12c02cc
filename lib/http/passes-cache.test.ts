import { expect, test } from 'vitest'
import { passesCache } from './passes-cache.ts'

const passes = (value?: string) =>
  passesCache(
    new Request('http://a.example', { headers: value === undefined ? {} : { 'cache-control': value } }),
  )

test.each(['no-cache', 'no-store', 'No-Cache', 'max-age=0, no-cache', 'no-store,no-cache'])('%s', (value) => {
  expect(passes(value)).toBe(true)
})

test.each([undefined, '', 'max-age=0', 'no-transform', 'x-no-cache', 'no-cached'])('not %s', (value) => {
  expect(passes(value)).toBe(false)
})
