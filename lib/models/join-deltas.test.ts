import { expect, test } from 'vitest'
import { createDeltaJoiner } from './join-deltas.ts'

const text = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

test('an event is taken as soon as its blank line is there, though the cut goes through it', () => {
  for (const newline of ['\n', '\r\n']) {
    const block = text('a').replaceAll('\n', newline)
    for (let cut = 1; cut < block.length; cut++) {
      const joiner = createDeltaJoiner()
      expect(joiner.push(block.slice(0, cut))).toBe('')
      expect(joiner.holds).toBe(false)
      expect(joiner.push(block.slice(cut))).toBe('')
      expect(joiner.release()).toBe(block)
    }
  }
})

test('events with a name are joined under it, however their lines end', () => {
  const named = (delta: string) =>
    `event: response.output_text.delta\r\ndata: {"type":"response.output_text.delta","delta":"${delta}"}\r\n\r\n`
  const joiner = createDeltaJoiner()
  expect(joiner.push(named('a') + named('b'))).toBe('')
  expect(joiner.release()).toBe(
    'event: response.output_text.delta\r\ndata: {"type":"response.output_text.delta","delta":"ab"}\n\n',
  )
  expect(joiner.holds).toBe(false)
})

test('what was not ended comes out as it is', () => {
  const joiner = createDeltaJoiner()
  expect(joiner.push(`${text('a')}data: {"cho`)).toBe('')
  expect(joiner.end()).toBe(`${text('a')}data: {"cho`)
  expect(joiner.end()).toBe('')
})
