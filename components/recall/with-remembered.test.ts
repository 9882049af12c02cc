import { expect, test } from 'vitest'
import { withRemembered } from './with-remembered'

test('the one field is set, and all others stay', () => {
  expect(withRemembered(null, false)).toEqual({ recall: { remembered: false } })
  expect(withRemembered({ maxExchanges: 3, recall: { topK: 1, remembered: true } }, false)).toEqual({
    maxExchanges: 3,
    recall: { topK: 1, remembered: false },
  })
})

test('taken away, nothing is left where nothing else is its own', () => {
  expect(withRemembered({ recall: { remembered: false } }, undefined)).toBeNull()
  expect(withRemembered({ useSummary: false, recall: { remembered: false } }, undefined)).toEqual({
    useSummary: false,
  })
  expect(withRemembered({ recall: { topK: 2, remembered: false } }, undefined)).toEqual({
    recall: { topK: 2 },
  })
})
