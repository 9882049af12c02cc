import { describe, expect, test } from 'vitest'
import { inMemoryVectors } from '../recall/in-memory-vectors.ts'
import { conversationMemory, type MemoryOptions } from './conversation-memory.ts'
import { type PersistentOptions, persistentMemory } from './persistent-memory.ts'
import type { Embedder, VectorStore } from './recall-ports.ts'
import { deepFreeze } from './testing/stored-rows.ts'
import type { Message } from './types.ts'

const WORDS = ['dog', 'cat', 'river', 'rex', 'tea']

/** A vector counts in its text how often each of a few words stands there. */
const embedder: Embedder = {
  model: 'words',
  embed: async (texts, { signal } = {}) => {
    signal?.throwIfAborted()
    return texts.map((text) =>
      Float32Array.from(WORDS.map((word) => text.toLowerCase().split(word).length - 1)),
    )
  },
}

const failing = (message: string): Embedder => ({
  ...embedder,
  embed: () => Promise.reject(new Error(message)),
})

function memoryOf(options: Partial<PersistentOptions> = {}, inner: MemoryOptions = {}) {
  const warnings: string[] = []
  const details: (object | undefined)[] = []
  const store = options.store ?? inMemoryVectors()
  const log = {
    warn(message: string, about?: object) {
      warnings.push(message)
      details.push(about)
    },
  }
  const stateless = conversationMemory(inner, { countTokens: (text) => text.length })
  return {
    memory: persistentMemory(stateless, { embedder, log, ...options, store }),
    store,
    warnings,
    details,
  }
}

const ask = (content: string): Message[] => [{ role: 'user', content }]

const chunks = async (store: VectorStore) =>
  (
    await store.search(
      Float32Array.from(WORDS, () => 1),
      { topK: 100 },
    )
  ).map(({ chunk }) => chunk)

describe('process', () => {
  test('shows what fits the newest question in one system message before the history', async () => {
    const { memory } = memoryOf()
    await memory.store('My dog is called Rex.', 'A fine name.', 'earlier')
    const history = deepFreeze([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello.' },
      ...ask('What is my dog Rex like?'),
    ] as Message[])
    expect(await memory.process(history)).toEqual([
      {
        role: 'system',
        content: 'From a previous conversation:\nUser: My dog is called Rex.\nAssistant: A fine name.',
      },
      ...history,
    ])
  })

  test('shows the best first, at most topK, and none below minScore', async () => {
    const { memory, store } = memoryOf({ topK: 2, minScore: 0.6 })
    for (const text of ['dog cat', 'dog', 'dog river', 'river']) await memory.store(text, '.', 'earlier')
    const [shown] = await memory.process(ask('dog'))
    expect(shown?.content.match(/User: .*/g)).toEqual(['User: dog', 'User: dog cat'])
    const strict = memoryOf({ store, minScore: 0.9 }).memory
    expect((await strict.process(ask('dog')))[0]?.content.match(/User: .*/g)).toEqual(['User: dog'])
  })

  test('by default it is three passages, and 0.7', async () => {
    const { memory } = memoryOf()
    for (const tea of ['tea one', 'tea two', 'tea three', 'tea four']) await memory.store(tea, '.', 'a')
    await memory.store('dog tea', '.', 'a')
    const [shown] = await memory.process(ask('tea'))
    expect(shown?.content.match(/User: /g)).toHaveLength(3)
    const { memory: other } = memoryOf()
    await other.store('dog cat river', '.', 'a')
    expect(await other.process(ask('dog'))).toEqual(ask('dog'))
  })

  test('a text that was stored twice is shown once', async () => {
    const { memory } = memoryOf()
    await memory.store('dog', '.', 'a')
    await memory.store('dog', '.', 'b')
    expect((await memory.process(ask('dog')))[0]?.content.match(/User: dog/g)).toHaveLength(1)
  })

  test('what is sent anyway is not shown again; what the window dropped is', async () => {
    const { memory, store } = memoryOf()
    await memory.store('dog', 'It barks.', 'this one')
    const history: Message[] = [
      { role: 'user', content: 'dog' },
      { role: 'assistant', content: 'It barks.' },
      ...ask('Which dog?'),
    ]
    expect(await memory.process(history)).toEqual(history)
    const windowed = memoryOf({ store }, { maxExchanges: 0 }).memory
    expect((await windowed.process(history)).map(({ role }) => role)).toEqual(['system', 'user'])
  })

  test.each([
    ['no user message', [{ role: 'system', content: 'dog' }]],
    ['a blank one', ask(' \n')],
    ['nothing that fits', ask('river')],
  ] as [string, Message[]][])('with %s the history stays as it is', async (_, history) => {
    const { memory, warnings } = memoryOf()
    await memory.store('dog', '.', 'a')
    expect(await memory.process(history)).toEqual(history)
    expect(warnings).toEqual([])
  })

  test('with topK 0, or nothing asked, nothing is searched', async () => {
    const { memory, warnings } = memoryOf({ topK: 0, embedder: failing('asked') })
    expect(await memory.process(ask('dog'))).toEqual(ask('dog'))
    const asking = memoryOf({ embedder: failing('asked') })
    expect(await asking.memory.process([{ role: 'system', content: 'dog' }])).toHaveLength(1)
    expect([...warnings, ...asking.warnings]).toEqual([])
  })

  test('what is no exchange of what is sent is shown', async () => {
    const { memory } = memoryOf()
    await memory.store('dog', 'It barks.', 'a')
    const history: Message[] = [
      { role: 'system', content: 'dog' },
      { role: 'assistant', content: 'It barks.' },
      ...ask('dog'),
    ]
    expect(await memory.process(history)).toHaveLength(4)
  })

  test('a search that fails leaves the turn as it is, and says so', async () => {
    const broken = memoryOf({ embedder: failing('no embedder') })
    expect(await broken.memory.process(ask('dog'))).toEqual(ask('dog'))
    expect(broken.warnings).toEqual([expect.stringMatching(/search failed/i)])
    expect(broken.details).toEqual([{ error: new Error('no embedder') }])
    const store = { ...inMemoryVectors(), search: () => Promise.reject(new Error('no store')) }
    const { memory, warnings } = memoryOf({ store })
    expect(await memory.process(ask('dog'))).toEqual(ask('dog'))
    expect(warnings).toHaveLength(1)
  })

  test('so it is with an embedder that gives nothing, and where nobody is told', async () => {
    const empty: Embedder = { ...embedder, embed: async () => [] }
    const { memory, details } = memoryOf({ embedder: empty })
    expect(await memory.process(ask('dog'))).toEqual(ask('dog'))
    await memory.store('dog', '.', 'a')
    const gave = { error: new Error('The embedder gave no vector.') }
    expect(details).toEqual([gave, { waiting: 1, ...gave }])
    const untold = memoryOf({ embedder: empty, log: undefined }).memory
    expect(await untold.process(ask('dog'))).toEqual(ask('dog'))
    await expect(untold.store('dog', '.', 'a')).resolves.toBeUndefined()
  })

  test.each(['similarity', 'opaque'] as const)(
    'of more than topK from a store of %s the best are shown',
    async (scoreScale) => {
      const vectors = inMemoryVectors()
      const generous: VectorStore = {
        ...vectors,
        scoreScale,
        search: (vector, { signal }) => vectors.search(vector, { topK: 100, signal }),
      }
      const { memory } = memoryOf({ store: generous, topK: 1, log: undefined })
      await memory.store('dog', '.', 'a')
      await memory.store('dog tea', '.', 'a')
      expect((await memory.process(ask('dog')))[0]?.content.match(/User: .*/g)).toEqual(['User: dog'])
    },
  )

  test('a score of just minScore is enough', async () => {
    const { memory } = memoryOf({ minScore: 1 })
    await memory.store('dog', '.', 'a')
    expect(await memory.process(ask('dog'))).toHaveLength(2)
  })

  test('the signal reaches all that is asked', async () => {
    const { signal } = new AbortController()
    const heard: (AbortSignal | undefined)[] = []
    const vectors = inMemoryVectors()
    const inner = conversationMemory({}, { countTokens: (text) => text.length })
    const memory = persistentMemory(
      {
        process: (history, options) => {
          heard.push(options?.signal)
          return inner.process(history, options)
        },
        store: inner.store,
      },
      {
        embedder: {
          ...embedder,
          embed: (texts, options) => {
            heard.push(options?.signal)
            return embedder.embed(texts, options)
          },
        },
        store: {
          ...vectors,
          add: (chunks, options) => {
            heard.push(options?.signal)
            return vectors.add(chunks, options)
          },
          search: (vector, options) => {
            heard.push(options.signal)
            return vectors.search(vector, options)
          },
        },
      },
    )
    await memory.store('dog', '.', 'a', { signal })
    await memory.process(ask('dog'), { signal })
    expect(heard).toEqual(Array(5).fill(signal))
  })

  test('by opaque scores the best topK are shown by rank, with one warning', async () => {
    const vectors = inMemoryVectors()
    const store: VectorStore = {
      ...vectors,
      scoreScale: 'opaque',
      search: async (vector, options) =>
        (await vectors.search(vector, options)).map((found) => ({ ...found, score: found.score - 40 })),
    }
    const { memory, warnings } = memoryOf({ store, topK: 1 })
    await memory.store('dog', '.', 'a')
    await memory.store('cat', '.', 'a')
    for (const question of ['dog', 'dog'])
      expect((await memory.process(ask(question)))[0]?.content).toContain('User: dog')
    expect(warnings).toEqual([expect.stringMatching(/no similarities/)])
  })

  test('one who has given up gets his reason, before any work and in the middle of it', async () => {
    const reason = new Error('given up')
    const { memory, warnings } = memoryOf()
    await expect(memory.process(ask('dog'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const slow: Embedder = {
      ...embedder,
      embed: async (texts) => {
        controller.abort(reason)
        return embedder.embed(texts)
      },
    }
    const during = memoryOf({ embedder: slow })
    await expect(during.memory.process(ask('dog'), { signal: controller.signal })).rejects.toBe(reason)
    expect([...warnings, ...during.warnings]).toEqual([])
  })
})

describe('store', () => {
  test('indexes an exchange under its session, and counts on from what is there', async () => {
    const { memory, store } = memoryOf()
    await memory.store('dog', 'a', 'one')
    await Promise.all([
      memory.store('cat', 'b', 'one'),
      memory.store('rex', 'c', 'one'),
      memory.store('tea', 'd', 'two'),
    ])
    const again = memoryOf({ store }).memory
    await again.store('river', 'e', 'one')
    const stored = (await chunks(store)).map(
      (chunk) => `${chunk.documentId} ${chunk.chunkIndex} ${chunk.text}`,
    )
    expect(stored.sort()).toEqual([
      'one 0 User: dog\nAssistant: a',
      'one 1 User: cat\nAssistant: b',
      'one 2 User: rex\nAssistant: c',
      'one 3 User: river\nAssistant: e',
      'two 0 User: tea\nAssistant: d',
    ])
  })

  test('refuses an empty session id and leaves out an exchange without a word', async () => {
    const { memory, store } = memoryOf()
    await expect(memory.store('dog', 'a', '')).rejects.toMatchObject({ code: 'empty_session_id' })
    await memory.store(' ', '\n', 'one')
    expect(await chunks(store)).toEqual([])
    await memory.store('dog', '', 'one')
    await memory.store('', 'cat', 'one')
    expect(await chunks(store)).toHaveLength(2)
  })

  test('what could not be stored waits, and goes before the next one', async () => {
    let works = false
    const flaky: Embedder = {
      ...embedder,
      embed: (texts) => (works ? embedder.embed(texts) : Promise.reject(new Error('away'))),
    }
    const { memory, store, warnings } = memoryOf({ embedder: flaky })
    await memory.store('dog', 'a', 'one')
    expect(await chunks(store)).toEqual([])
    expect(warnings).toHaveLength(1)
    works = true
    await memory.store('cat', 'b', 'one')
    const stored = await chunks(store)
    expect(stored.map(({ chunkIndex, text }) => `${chunkIndex} ${text.slice(6, 9)}`).sort()).toEqual([
      '0 dog',
      '1 cat',
    ])
  })

  test('one who has given up gets his reason, and nothing of it is stored', async () => {
    const { memory, store, warnings } = memoryOf()
    const reason = new Error('given up')
    await expect(memory.store('dog', 'a', 'one', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(await chunks(store)).toEqual([])
    await memory.store('cat', 'b', 'one')
    expect(await chunks(store)).toHaveLength(1)
    expect(warnings).toEqual([])
  })
})

test.each([
  [{ topK: -1 }],
  [{ topK: 1.5 }],
  [{ topK: Number.NaN }],
  [{ minScore: Number.NaN }],
  [{ minScore: Number.POSITIVE_INFINITY }],
])('%j is no option', (options) => {
  const name = Object.keys(options)[0] ?? ''
  expect(() => memoryOf(options)).toThrow(
    expect.objectContaining({ code: 'invalid_option', message: expect.stringContaining(name) }),
  )
})
