import { expect, test } from 'vitest'
import { refusalInWords } from './refusal-words'

test('nothing is said where nothing went wrong', () => {
  expect(refusalInWords({ refused: null, seconds: 3 })).toBeNull()
})

test.each([
  [1, 'a second'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [null, 'a minute'],
])('%s seconds are %s', (seconds, words) => {
  expect(refusalInWords({ refused: 'wait', seconds })).toContain(`Wait ${words},`)
})
