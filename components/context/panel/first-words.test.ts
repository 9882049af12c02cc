import { expect, test } from 'vitest'
import { firstWords, wordsBesideName } from './first-words'

const says = (text: string) => ({ parts: text === '' ? [] : [{ type: 'text' as const, text }] })
const weather = { id: 'c1', name: 'weather', arguments: '{"city":"Turin"}' }
const now = { id: 'c2', name: 'now', arguments: '' }

test('the words of a message come first, on one line', () => {
  const message = { ...says(' I look\n it up. '), toolCalls: [weather] }
  expect(firstWords(message)).toBe('I look it up.')
  expect(wordsBesideName(message)).toBe('I look it up.')
})

test('an answer without words is told by what it calls', () => {
  expect(firstWords({ ...says(''), toolCalls: [weather] })).toBe('weather {"city":"Turin"}')
  expect(firstWords({ ...says(' '), toolCalls: [weather, now] })).toBe('weather {"city":"Turin"}, now')
  expect(firstWords(says(''))).toBe('')
})

test('beside a name that tells the one tool, by its arguments', () => {
  expect(wordsBesideName({ ...says(''), toolCalls: [weather] })).toBe('{"city":"Turin"}')
  expect(wordsBesideName({ ...says(''), toolCalls: [weather, now] })).toBe('weather {"city":"Turin"}, now')
})
