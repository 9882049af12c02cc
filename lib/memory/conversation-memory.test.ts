import { describe, expect, test } from 'vitest'
import { conversationMemory, type MemoryOptions } from './conversation-memory.ts'
import { MemoryError } from './memory-error.ts'
import { deepFreeze } from './testing/stored-rows.ts'
import type { Message } from './types.ts'

/** One token a character, so that budgets can be read off the texts. */
const countTokens = (text: string) => text.length

const memoryOf = (options: MemoryOptions) => conversationMemory(options, { countTokens })

const ROLES = { s: 'system', u: 'user', a: 'assistant', t: 'tool' } as const

/** `u1 a1` → a user and an assistant message with those texts. */
const talk = (line: string): Message[] =>
  line
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ role: ROLES[word[0] as keyof typeof ROLES], content: word }))

const texts = (messages: Message[]) => messages.map((message) => message.content).join(' ')

const trimmed = async (line: string, options: MemoryOptions) =>
  texts(await memoryOf(options).process(deepFreeze(talk(line))))

describe('process, by window', () => {
  test.each([
    ['keeps the newest exchanges, not the oldest', 'u1 a1 u2 a2 u3 a3 u4', 2, 'u2 a2 u3 a3 u4'],
    ['does not count the new message', 'u1 a1 u2', 1, 'u1 a1 u2'],
    ['sends only the new message when it is 0', 's1 u1 a1 u2', 0, 's1 u2'],
    [
      'keeps the newest exchanges of a history that ends with an answer',
      'u1 a1 u2 a2 u3 a3',
      2,
      'u2 a2 u3 a3',
    ],
    ['keeps no exchange of such a history when it is 0', 's1 u1 a1', 0, 's1'],
    ['counts a question without an answer as an exchange', 'u1 u2 a2 u3', 1, 'u2 a2 u3'],
    [
      'takes a tool result that waits for its answer as part of the new message',
      'u1 a1 u2 a2 t2',
      0,
      'u2 a2 t2',
    ],
    [
      'drops what stands before the first user message once anything is dropped',
      'a0 u1 a1 u2 a2 u3',
      1,
      'u2 a2 u3',
    ],
    ['drops it too when it is 0', 'a0 u1', 0, 'u1'],
    ['counts an answer alone as an exchange', 'a0', 1, 'a0'],
  ])('%s', async (_, history, maxExchanges, expected) => {
    expect(await trimmed(history, { maxExchanges })).toBe(expected)
  })
})

describe('process, by tokens', () => {
  test.each([
    ['drops whole exchanges, oldest first', 'u1 a1 u2 a2 u3', 9, 'u2 a2 u3'],
    ['keeps what fits exactly', 'u1 a1 u2 a2 u3', 10, 'u1 a1 u2 a2 u3'],
    ['counts system messages', 's1 u1 a1 u2', 7, 's1 u2'],
    ['drops a tool call together with its result', 'u1 a1 t1 a2 u2', 9, 'u2'],
    [
      'does not fill the room with older exchanges behind one that was dropped',
      'u1 a1 u2 a2long u3',
      8,
      'u3',
    ],
    ['keeps the newest exchange of a history that ends with an answer', 'u1 a1 u2 a2', 1, 'u2 a2'],
    ['drops an answer without a question', 'a0 u1 a1 u2', 6, 'u1 a1 u2'],
    ['is empty rather than an answer alone', 'a0', 1, ''],
  ])('%s', async (_, history, maxTokens, expected) => {
    expect(await trimmed(history, { maxTokens })).toBe(expected)
  })

  test('Trimming: the newest message alone over the budget is sent alone, with a warning', async () => {
    const warnings: unknown[] = []
    const log = { warn: (...warning: unknown[]) => warnings.push(warning) }
    const memory = conversationMemory({ maxTokens: 3 }, { countTokens, log })
    expect(texts(await memory.process(talk('s1 u1 a1 u2')))).toBe('s1 u2')
    expect(warnings).toEqual([[expect.stringMatching(/over maxTokens/), { tokens: 4, maxTokens: 3 }]])
    await conversationMemory({ maxTokens: 4 }, { countTokens, log }).process(talk('s1 u1 a1 u2'))
    expect(warnings).toHaveLength(1)
  })

  test('holds window and tokens together', async () => {
    expect(await trimmed('u1 a1 u2 a2 u3 a3 u4', { maxExchanges: 2, maxTokens: 100 })).toBe('u2 a2 u3 a3 u4')
    expect(await trimmed('u1 a1 u2 a2 u3 a3 u4', { maxExchanges: 2, maxTokens: 7 })).toBe('u3 a3 u4')
  })

  test('counts only what it may keep', async () => {
    const counted: string[] = []
    const count = (text: string) => counted.push(text) && text.length
    await conversationMemory({ maxTokens: 6 }, { countTokens: count }).process(talk('u1 a1 u2 a2 u3 a3 u4'))
    expect(counted).toEqual(['u4', 'u3', 'a3', 'u2', 'a2'])
    counted.length = 0
    await conversationMemory({ maxExchanges: 1 }, { countTokens: count }).process(talk('s1 u1 a1 u2 a2 u3'))
    expect(counted).toEqual([])
  })
})

describe('process', () => {
  test('Trimming: the system prompt is neither trimmed, doubled, nor moved behind the conversation', async () => {
    expect(await trimmed('s1 u1 a1 s2 u2 a2 u3', { maxExchanges: 1 })).toBe('s1 s2 u2 a2 u3')
  })

  test('returns a history of which nothing is trimmed as it was', async () => {
    const history = deepFreeze(talk('a0 u1 s1 a1 u2'))
    for (const options of [
      {},
      { maxExchanges: 5 },
      { maxTokens: 100 },
      { maxExchanges: null, maxTokens: null },
    ]) {
      expect(await memoryOf(options).process(history)).toEqual(history)
    }
    expect(await memoryOf({ maxExchanges: 0, maxTokens: 1 }).process([])).toEqual([])
  })

  test('carries fields that it does not know', async () => {
    const call = { role: 'assistant' as const, content: '', toolCalls: [{ id: 'c1' }] }
    const history = [...talk('u1 a1 u2'), call, { role: 'tool' as const, content: 'r', toolCallId: 'c1' }]
    expect(await memoryOf({ maxExchanges: 0 }).process(history)).toEqual(history.slice(2))
  })

  test('throws the reason of an aborted signal before any work', async () => {
    const counted: string[] = []
    const memory = conversationMemory({ maxTokens: 5 }, { countTokens: (text) => counted.push(text) })
    const signal = AbortSignal.abort('stopped')
    await expect(memory.process(talk('u1'), { signal })).rejects.toBe('stopped')
    await expect(memory.store('u', 'a', '', { signal })).rejects.toBe('stopped')
    expect(counted).toEqual([])
  })
})

describe('process, with a summary', () => {
  const BUSY = new Error('429: come back later')
  const asked: string[] = []
  /** Answers each prompt with what `summarize` says, and keeps the prompts. */
  function summarising(summarize: (signal?: AbortSignal) => Promise<string>, options: MemoryOptions = {}) {
    asked.length = 0
    const warnings: unknown[][] = []
    const memory = conversationMemory(
      { maxExchanges: 1, useSummary: true, summaryPromptTemplate: '<{messages}>', ...options },
      {
        countTokens,
        summarize: (prompt, { signal }) => {
          asked.push(prompt)
          return summarize(signal)
        },
        log: { warn: (...warning) => warnings.push(warning) },
      },
    )
    return { memory, warnings }
  }

  test('what was trimmed is summarised, and the summary is the first system message', async () => {
    const { memory } = summarising(async () => ' the gist ')
    const result = await memory.process(deepFreeze(talk('s1 u1 a1 u2 a2 u3 a3 u4')))
    expect(asked).toEqual(['<User: u1\n\nAssistant: a1\n\nUser: u2\n\nAssistant: a2>'])
    expect(result[0]).toEqual({
      role: 'system',
      content: 'Summary of the earlier part of this conversation:\nthe gist',
    })
    expect(texts(result.slice(1))).toBe('s1 u3 a3 u4')
  })

  test('nothing trimmed, nothing asked', async () => {
    const { memory } = summarising(async () => 'the gist')
    expect(texts(await memory.process(talk('u1 a1 u2')))).toBe('u1 a1 u2')
    expect(asked).toEqual([])
  })

  test.each([
    [
      'fails',
      () => Promise.reject(BUSY),
      ['The summary failed; what was trimmed is left out.', { messages: 2, error: BUSY }],
    ],
    [
      'returns an empty string',
      async () => ' \n',
      ['The summary was empty; what was trimmed is left out.', { messages: 2 }],
    ],
  ])(
    'Summarising: the summary call %s, and the trimmed list stays as it is',
    async (_, summarize, warning) => {
      const { memory, warnings } = summarising(summarize)
      expect(texts(await memory.process(talk('u1 a1 u2 a2 u3')))).toBe('u2 a2 u3')
      expect(warnings).toEqual([warning])
      const options = { maxExchanges: 1, useSummary: true }
      const unheard = conversationMemory(options, { countTokens, summarize })
      expect(texts(await unheard.process(talk('u1 a1 u2 a2 u3')))).toBe('u2 a2 u3')
    },
  )

  test('an abort while it is asked for throws the reason, whatever the call makes of it', async () => {
    for (const answer of [() => Promise.reject(new Error('aborted')), async () => 'the gist']) {
      const stop = new AbortController()
      let reason: unknown = null
      const { memory, warnings } = summarising((signal) => {
        stop.abort('stopped')
        reason = signal?.reason
        return answer()
      })
      await expect(memory.process(talk('u1 a1 u2 a2 u3'), { signal: stop.signal })).rejects.toBe('stopped')
      expect(reason).toBe('stopped')
      expect(warnings).toEqual([])
    }
  })

  test('unless it is wanted, nobody is asked for one', async () => {
    const { memory } = summarising(async () => 'the gist', { useSummary: undefined })
    expect(texts(await memory.process(talk('u1 a1 u2 a2 u3')))).toBe('u2 a2 u3')
    expect(asked).toEqual([])
  })

  test('without a model to ask, there is none', async () => {
    expect(await trimmed('u1 a1 u2', { maxExchanges: 0, useSummary: true })).toBe('u2')
  })
})

describe('options and store', () => {
  test.each([
    [{ maxExchanges: -1 }, 'maxExchanges'],
    [{ maxExchanges: 1.5 }, 'maxExchanges'],
    [{ maxTokens: Number.NaN }, 'maxTokens'],
    [{ maxTokens: -1 }, 'maxTokens'],
    [{ summaryPromptTemplate: 'Sum up.' }, "A summary's prompt must hold {messages}."],
  ])('refuses %o, and says what is wrong with it', (options, said) => {
    const refusal = { code: 'invalid_option', message: expect.stringContaining(said) }
    expect(() => memoryOf(options)).toThrow(expect.objectContaining(refusal))
  })

  test('refuses an empty session id, and stores nothing', async () => {
    const memory = memoryOf({})
    const refused = memory.store('u', 'a', '')
    await expect(refused).rejects.toBeInstanceOf(MemoryError)
    await expect(refused).rejects.toMatchObject({
      code: 'empty_session_id',
      message: 'A session id is needed to store an exchange.',
    })
    expect(await memory.store('u', 'a', 's1')).toBeUndefined()
  })
})
