import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prettyJson } from './pretty-json'

test('every value has a line of its own', () => {
  expect(prettyJson('{"city":"Turin","days":[1,2],"more":{},"none":[ ]}')).toBe(`{
  "city": "Turin",
  "days": [
    1,
    2
  ],
  "more": {},
  "none": []
}`)
})

test('any JSON is set out as JSON.stringify does it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test.each([
  ['{"id":12345678901234567890}', '{\n  "id": 12345678901234567890\n}'],
  ['{"a":1,"a":1.50}', '{\n  "a": 1,\n  "a": 1.50\n}'],
  ['["a\\"b: {c}, \\u00e9"]', '[\n  "a\\"b: {c}, \\u00e9"\n]'],
])('what parsing would change stays as it was written: %s', (text, pretty) => {
  expect(prettyJson(text)).toBe(pretty)
})

test.each(['', 'Turin', '{"city":', '{"city":"Turin"', '<weather city="Turin"/>'])(
  'what is no JSON stays as it is: %j',
  (text) => {
    expect(prettyJson(text)).toBe(text)
  },
)

test('so does what is too long or too deep to be read', () => {
  const long = JSON.stringify(Array.from({ length: 30_000 }, () => 'x'))
  const deep = '['.repeat(2_000) + ']'.repeat(2_000)
  expect(prettyJson(long)).toBe(long)
  expect(prettyJson(deep)).toBe(deep)
})
