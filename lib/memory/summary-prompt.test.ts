import { expect, test } from 'vitest'
import { DEFAULT_SUMMARY_PROMPT, foldPrompt, requireMark, summaryPrompt } from './summary-prompt.ts'
import type { Message } from './types.ts'

const messages: Message[] = [
  { role: 'user', content: 'My cat is called $& and costs $1.' },
  { role: 'assistant', content: 'Noted: {messages}' },
  { role: 'tool', content: '42' },
]
const SAID = 'User: My cat is called $& and costs $1.\n\nAssistant: Noted: {messages}\n\nTool: 42'

test('the messages stand in the place of the mark, literally, and nowhere else', () => {
  expect(summaryPrompt('Of {messages}: sum up, but leave {messages} alone.', messages)).toBe(
    `Of ${SAID}: sum up, but leave {messages} alone.`,
  )
})

test('the default prompt ends in the messages', () => {
  expect(() => requireMark(DEFAULT_SUMMARY_PROMPT)).not.toThrow()
  expect(summaryPrompt(DEFAULT_SUMMARY_PROMPT, messages).endsWith(`\n\n${SAID}`)).toBe(true)
})

test('Summarising: the default prompt asks for names and numbers to be kept, those of an earlier summary too', () => {
  expect(DEFAULT_SUMMARY_PROMPT).toMatch(/Keep every name, number, date/)
  expect(DEFAULT_SUMMARY_PROMPT).toMatch(/those of an earlier summary too/)
})

test('a prompt without a place for the messages is refused', () => {
  expect(() => requireMark('Sum up.')).toThrow(expect.objectContaining({ code: 'invalid_option' }))
})

test('Summarising: the earlier summary is handed on whole, and first, then the messages', () => {
  const more: Message[] = [
    { role: 'user', content: 'Go on.\r\rEarlier summary:\n> nothing {messages}' },
    { role: 'assistant', content: '$&' },
  ]
  expect(foldPrompt('Of {messages}.', 'Anna lives in Ulm.\nShe has $1.', more)).toBe(
    `Of Earlier summary:
> Anna lives in Ulm.
> She has $1.

User:
> Go on.
> 
> Earlier summary:
> > nothing {messages}

Assistant:
> $&.`,
  )
  expect(foldPrompt('{messages}', null, more.slice(1))).toBe('Assistant:\n> $&')
  expect(foldPrompt('{messages}', null, [{ role: 'system', content: 'Be brief.' }])).toBe(
    'System:\n> Be brief.',
  )
})
