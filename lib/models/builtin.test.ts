import { describe, expect, test } from 'vitest'
import { quotedPassages, RECALL_WRAPPER } from '../memory/index.ts'
import type { ChatModel, PromptMessage } from '../ports/chat-models.ts'
import { builtinModel } from './builtin.ts'
import { collect, countedPause, limitsOf, say, tokens } from './testing/chat-models.ts'

const create = (): ChatModel => builtinModel({ limitsOf, tokens, pause: countedPause().pause })

const replyTo = async (messages: PromptMessage[]) => (await collect(create(), messages)).text

/** Holds a conversation; gives every reply. */
async function converse(...questions: string[]): Promise<string[]> {
  const messages: PromptMessage[] = []
  const replies: string[] = []
  for (const content of questions) {
    messages.push({ role: 'user', content })
    const reply = await replyTo(messages)
    replies.push(reply)
    messages.push({ role: 'assistant', content: reply })
  }
  return replies
}

describe('a reply', () => {
  test('to the first message says what it is and how to connect a model', async () => {
    const reply = await replyTo(say('Hi!'))
    expect(reply).toContain('I am no AI')
    expect(reply).toContain('OPENAI_API_KEY')
    expect(reply).toContain('Ollama')
  })

  test('to a question that stands alone says that nothing answers it, as after a fresh start', async () => {
    const reply = await replyTo(say('How old is my cat?'))
    expect(reply).toMatch(/^Nothing that I was sent answers this\./)
    expect(reply).toContain('I was sent 1 message,')
  })

  test('quotes the passage that answers, and says where it stood and how much was sent', async () => {
    const reply = await replyTo([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'My sister Ada lives in Turin.' },
      { role: 'assistant', content: 'A fine town.' },
      { role: 'user', content: 'Where does Ada live?' },
    ])
    expect(reply).toBe(
      [
        'Here is what I found in what I was sent:',
        '> My sister Ada lives in Turin.',
        '— this conversation, your message',
        '*Built-in model, no AI. I was sent 4 messages, 34 tokens.*',
      ].join('\n\n'),
    )
  })

  test('quotes the instructions too, also to a first message', async () => {
    const reply = await replyTo([
      { role: 'system', content: 'Our office opens at nine.' },
      { role: 'user', content: 'When does the office open?' },
    ])
    expect(reply).toContain('> Our office opens at nine.\n\n— your instructions')
  })

  test('quotes passages of what was said earlier, and says where, also to a first message', async () => {
    const recalled = quotedPassages(RECALL_WRAPPER, [
      { date: '2026-01-02', title: 'Family', user: 'My sister Ada lives in Turin.', assistant: null },
    ])
    const asking = (question: string) => replyTo(say(`${recalled}\n\n${question}`))
    expect(await asking('Where does Ada live?')).toMatch(
      /in what I was sent:\n\n> My sister Ada lives in Turin\.\n\n— said earlier, "Family", 2026-01-02\n\n\*/,
    )
    // Of the words around them nothing is quoted, and they are no question that stands alone.
    expect(await asking('Which message is to be answered?')).toMatch(/^Nothing .* what came before shares no/)
  })

  test('quotes every line of a passage', async () => {
    const reply = await replyTo([
      { role: 'user', content: 'Shopping list:\n- bread\n- milk' },
      { role: 'user', content: 'What is on the shopping list?' },
    ])
    expect(reply).toContain('> Shopping list:\n> - bread\n> - milk')
  })

  test('says when nothing answers', async () => {
    const [, question, statement] = await converse('I like tea.', 'Who won the race?', 'Rivers flow.')
    expect(question).toContain('Nothing that I was sent answers this. I can only quote')
    expect(statement).toContain('Nothing that I was sent answers this. It is part of this conversation now')
  })

  test('does not quote its own quotes, however often one asks', async () => {
    const replies = await converse('Ada lives in Turin.', ...Array(5).fill('Where does Ada live?'))
    expect(replies[5]).toContain('> Ada lives in Turin.')
    expect(replies[5]).not.toContain('> >')
    expect(replies[5]?.match(/Turin/g)).toHaveLength(1)
  })

  test('knows only what it is sent', async () => {
    const [, , told] = await converse('Ada lives in Turin.', 'Hm.', 'Where does Ada live?')
    expect(told).toContain('Turin')
    expect(await replyTo([...say('Hm.'), ...say('Where does Ada live?')])).not.toContain('Turin')
  })

  test('comes also for what is long and odd', async () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ')
    const odd = [')'.repeat(200_000), ' '.repeat(200_000), '```\n'.repeat(20_000), '🦀'.repeat(50_000), words]
    const reply = await replyTo([...odd, `${words} again`].flatMap(say))
    expect(reply).toContain('> word0 word1')
    expect(reply.isWellFormed()).toBe(true)
  })

  test('is the same for the same messages', async () => {
    const messages = [...say('Ada has a boat. Bea has a boat.'), ...say('Who has a boat?')]
    expect(await replyTo(messages)).toBe(await replyTo(messages))
  })
})

describe('the stream', () => {
  test('comes word by word with a pause after each, and ends with the usage', async () => {
    const { pause, waits } = countedPause()
    const model = builtinModel({ limitsOf, tokens, pause, wordMs: 5 })
    const { events, text } = await collect(model, say('Hi'))
    const words = events.filter(({ type }) => type === 'text')
    expect(words).toHaveLength(text.trim().split(/\s+/).length)
    expect(waits).toEqual(words.map(() => 5))
    expect(events.at(-1)).toEqual({
      type: 'end',
      usage: { input: 1 + 4 + 3, cachedInput: null, output: text.split(/\s+/).length, reasoning: null },
      reason: 'stop',
    })
  })

  test('has no more tokens than were asked for, and says that it was cut', async () => {
    const { text, end } = await collect(create(), say('Hi'), undefined, { maxTokens: 5 })
    expect(text).toBe('Hello! This is')
    expect(end).toMatchObject({ reason: 'length', usage: { output: 3 } })
  })

  test('ends before a text that it is to stop at', async () => {
    const { text, end } = await collect(create(), say('Hi'), undefined, { stop: ['Throughline'] })
    expect(text).toBe('Hello! This is the built-in model of ')
    expect(end).toMatchObject({ reason: 'stop' })
  })

  test('stops at once, with the reason', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped')
    const model = builtinModel({ limitsOf, tokens, wordMs: 3_600_000 })
    const texts: string[] = []
    await expect(async () => {
      for await (const event of model.stream({ messages: say('Hi'), signal: stop.signal })) {
        if (event.type === 'text') texts.push(event.text)
        queueMicrotask(() => stop.abort(reason))
      }
    }).rejects.toBe(reason)
    expect(texts).toEqual(['Hello!'])
  })
})

test('its limits', () => {
  expect(create().info).toMatchObject({
    id: 'builtin',
    provider: 'builtin',
    limits: { window: 32_000, encoding: 'o200k_base', exact: true, perMessage: 4, perRequest: 3 },
  })
})
