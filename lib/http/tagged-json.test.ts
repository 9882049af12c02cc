import { expect, test } from 'vitest'
import { taggedJson } from './tagged-json.ts'

const ask = (value: unknown, known?: string) =>
  taggedJson(
    new Request('http://localhost/', known === undefined ? {} : { headers: { 'if-none-match': known } }),
    value,
  )
const tagOf = (value: unknown) => ask(value).headers.get('etag') ?? ''

test('gives the value and its tag', async () => {
  const response = ask({ a: 'ä' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ a: 'ä' })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(tagOf({ a: 1 })).toBe(tagOf({ a: 1 }))
  expect(tagOf({ a: 1 })).not.toBe(tagOf({ a: 2 }))
})

test.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`])(
  'says nothing to one who has it',
  async (header) => {
    const response = ask({ a: 1 }, header(tagOf({ a: 1 })))
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
    expect(response.headers.get('etag')).toBe(tagOf({ a: 1 }))
  },
)

test('tells one who has something else', () => {
  expect(ask({ a: 2 }, tagOf({ a: 1 })).status).toBe(200)
})
