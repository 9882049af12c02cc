import { describe, expect, test } from 'vitest'
import { foldMessages, SUMMARY_INSTRUCTIONS } from '../../chat/fold-messages.ts'
import { DEFAULT_SUMMARY_PROMPT, foldPrompt, type Message } from '../../memory/index.ts'
import { countTokens } from '../../tokens/index.ts'
import { OPENINGS } from './boilerplate.ts'
import { summaryFor } from './summary.ts'

type Said = [role: Message['role'], content: string][]

const sumUp = (said: Said, earlier: string | null = null) =>
  summaryFor([
    { role: 'system', content: SUMMARY_INSTRUCTIONS },
    {
      role: 'user',
      content: foldPrompt(
        DEFAULT_SUMMARY_PROMPT,
        earlier,
        said.map(([role, content]) => ({ role, content })),
      ),
    },
  ])

const CHAT: Said = [
  ['user', 'Hello there, it is such a nice day outside again. My sister Ada keeps 3 grey cats in Turin.'],
  ['assistant', 'That is nice to hear. Do tell me more about all of them, whenever you like to.'],
  ['user', 'She moved there on 4 May 2019. It rained a lot then, as it often does. What else is new?'],
  ['assistant', 'Nothing that I would know of, but then I know of very little, as you can see.'],
]

test('is made of the sentences with names, numbers and dates, in their order', () => {
  expect(sumUp(CHAT)).toBe('My sister Ada keeps 3 grey cats in Turin.\nShe moved there on 4 May 2019.')
})

test('is the same for the same', () => expect(sumUp(CHAT, 'Ada.')).toBe(sumUp(CHAT, 'Ada.')))

test('takes over what an earlier one said', () => {
  const earlier = 'Ben owes Ada 250 euros.\nThey meet on Friday.'
  expect(sumUp(CHAT, earlier).startsWith(`${earlier}\n`)).toBe(true)
})

test('a name and a number of the first round are there after twenty', () => {
  let summary: string | null = null
  for (let round = 0; round < 20; round += 1) {
    const said: Said = [
      [
        'user',
        round === 0
          ? 'The harbour master is called Ottilie Brandt. Her berth has number 4711.'
          : `In week ${round} the ship Gunvor ${round} brought ${round * 17} crates of Madeira wine. ${'We talked of this and that. '.repeat(8)}`,
      ],
      [
        'assistant',
        `Noted for week ${round}: Gunvor is a ship, and there are crates. Is there anything else that you want to say?`,
      ],
    ]
    const next = sumUp(said, summary)
    const sources = [summary ?? '', ...said.map(([, content]) => content)].join('\n')
    expect(countTokens(next, 'o200k_base')).toBeLessThanOrEqual(
      Math.min(360, countTokens(sources, 'o200k_base')),
    )
    if (round > 0) expect(next).toContain(`week ${round}`)
    summary = next
  }
  expect(summary).toContain('Ottilie Brandt')
  expect(summary).toContain('4711')
})

test('keeps to the room that it is given, and tells the earlier one and the new within it', () => {
  const said = CHAT.map(([role, content]) => ({ role, content }))
  const earlier = Array.from({ length: 9 }, (_, week) => `In week ${week} Ben owed Ada ${week * 50} euros.`)
  const within = (words: number) =>
    summaryFor(foldMessages(DEFAULT_SUMMARY_PROMPT, earlier.join('\n'), said, words))
  expect(Buffer.byteLength(within(400))).toBeGreaterThan(300)
  const short = within(56)
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(4 * 56)
  expect(countTokens(short, 'o200k_base')).toBeLessThanOrEqual(75)
  expect(short).toMatch(/^In week 0 .*(Ada keeps 3|4 May)/s)
})

describe('is never empty where there are words, nor longer than they are', () => {
  test.each([
    ['a question alone', 'What is it?'],
    ['one word', 'boats'],
    ['one endless word', 'boat'.repeat(2_000)],
    ['no capital, no number', 'the boat is red and the sea is blue and so on '.repeat(200)],
    ['no space', '夜の航海について教えてください。'.repeat(50)],
    ['lines', 'one\ntwo\n\nthree'],
    ['no space and no end', '夜の航海'.repeat(5_000)],
    ['pairs', '🐈'.repeat(3_000)],
  ])('%s', (_, content) => {
    const summary = sumUp([['user', content]])
    expect(summary.trim()).not.toBe('')
    expect(summary.isWellFormed()).toBe(true)
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1_200)
    const [tokens, sources] = [summary, content].map((text) => countTokens(text, 'o200k_base'))
    expect(tokens).toBeLessThanOrEqual(Math.min(sources ?? 0, 800))
    expect(tokens).toBeGreaterThanOrEqual(Math.min(40, (sources ?? 0) / 100))
  })

  test('and empty where there are none', () => {
    expect(sumUp([['user', ' \n']])).toBe('')
    expect(summaryFor([])).toBe('')
  })
})

test('its own quotes are not summed up', () => {
  const said: Said = [...CHAT, ['assistant', `${OPENINGS.quotes}\n\n> Nobody 99 was here.`]]
  expect(sumUp(said)).toBe(sumUp(CHAT))
})

test('nothing quoted: all that it was sent counts', () => {
  expect(summaryFor([{ role: 'user', content: 'User: Ada lives in Turin.' }])).toBe(
    'User: Ada lives in Turin.',
  )
})
