import { expect, test } from 'vitest'
import { argumentsInShort, callsInShort, callsInWords, offeredInShort, speakerOf } from './tool-words'

const weather = { id: 'c1', name: 'weather', arguments: '{\n  "city": "Turin"\n}' }
const now = { id: 'c2', name: 'now', arguments: '' }

test('arguments stand on one line, and do not go on for ever', () => {
  expect(argumentsInShort(weather)).toBe('{ "city": "Turin" }')
  expect(argumentsInShort({ arguments: '🌧'.repeat(1_000) })).toHaveLength(120)
})

test('calls are told with their arguments, as far as there are any', () => {
  expect(callsInShort([weather, now])).toBe('weather { "city": "Turin" }, now')
  expect(callsInWords([weather])).toBe('Call of weather')
  expect(callsInWords([weather, now])).toBe('2 calls')
})

test('who speaks: the user, the model, or a tool, whose call may not be loaded', () => {
  expect(speakerOf({ role: 'user' })).toBe('You')
  expect(speakerOf({ role: 'assistant' })).toBe('Answer')
  expect(speakerOf({ role: 'tool' }, 'weather')).toBe('Result of weather')
  expect(speakerOf({ role: 'tool' })).toBe('Result of a tool')
})

test('what could be called, by its names', () => {
  expect(offeredInShort('[{"name":"weather","parameters":{}},{"name":"now"}]')).toBe('weather, now')
  expect(offeredInShort(null)).toBe('')
})
