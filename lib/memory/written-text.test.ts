import { expect, test } from 'vitest'
import { writtenText } from './written-text.ts'

const toolCalls = [
  { id: '1', name: 'weather', arguments: '{"city":"Turin"}' },
  { id: '2', name: 'time', arguments: '{}' },
]

test('words are followed by the calls, a line each', () => {
  expect(writtenText({ text: 'I look.', toolCalls })).toBe('I look.\nweather({"city":"Turin"})\ntime({})')
  expect(writtenText({ text: '', toolCalls })).toBe('weather({"city":"Turin"})\ntime({})')
  expect(writtenText({ text: 'I know.' })).toBe('I know.')
})
