import { expect, test } from 'vitest'
import { rangeInWords } from './range-words'

const message = (seq: number, text = `Text ${seq}`, kind: 'message' | 'divider' = 'message') => ({
  seq,
  kind,
  parts: [{ type: 'text' as const, text }],
})
const thread = [message(1, 'Where  is\nit'), message(2), message(3, '', 'divider'), message(4, '')]

test.each([
  [{ fromSeq: 1, toSeq: 3 }, false, '2 messages from “Where is it”'],
  [{ fromSeq: 2, toSeq: 2 }, false, '“Text 2”'],
  [{ fromSeq: 4, toSeq: 4 }, false, 'One message'],
  [{ fromSeq: 8, toSeq: 9 }, false, 'Messages that are gone'],
  [{ fromSeq: 0, toSeq: 2 }, true, 'The oldest messages'],
])('%j', (range, earlier, words) => {
  expect(rangeInWords(range, thread, earlier)).toBe(words)
})

test('long beginnings are cut', () => {
  expect(rangeInWords({ fromSeq: 1, toSeq: 1 }, [message(1, 'x'.repeat(80))], false)).toBe(
    `“${'x'.repeat(40)}…”`,
  )
})

test('an answer without words is told by what it calls', () => {
  const calls = {
    ...message(1, ''),
    toolCalls: [{ id: 'c', name: 'weather', arguments: '{"city":"Turin"}' }],
  }
  expect(rangeInWords({ fromSeq: 1, toSeq: 1 }, [calls], false)).toBe('“weather {"city":"Turin"}”')
})
