import { expect, test } from 'vitest'
import type { Embedder } from '../memory/index.ts'
import type { RecallIndex, TermStore } from '../ports/recall-index.ts'
import { gistOf } from './gist.ts'
import { inMemoryTexts } from './in-memory-texts.ts'
import { inMemoryVectors } from './in-memory-vectors.ts'
import { createRecall } from './recall.ts'

const SCOPE = { owner: 'owner', sessionId: 's', fromSeq: 0, from: 'all' } as const
const EAST = Float32Array.from([1, 0])

const unasked = () => Promise.reject(new Error('Texts are searched in memory.'))
const NO_TERMS: TermStore = { add: unasked, matching: unasked, figures: unasked }

/** A memory of exchanges whose vectors all point east, and what its embedder was asked. */
async function recallOver(
  texts: readonly string[],
  embed: Embedder['embed'] = async () => [EAST],
  withinMs = 60_000,
) {
  const [vectors, words] = [inMemoryVectors(), inMemoryTexts()]
  const chunks = texts.map((text, place) => ({ text, documentId: `${place}`, chunkIndex: 0 }))
  await words.add(chunks)
  await vectors.add(chunks.map((chunk) => ({ ...chunk, embedding: EAST })))
  const index: RecallIndex = {
    vectors: () => vectors,
    terms: () => NO_TERMS,
    places: async (_, ids) =>
      new Map(
        ids.map((id) => [
          id,
          {
            ...{ id, sessionId: 's', seq: Number(id), answerId: null, saidAt: new Date(0) },
            ...{ before: null, behind: null },
          },
        ]),
      ),
  }
  const asked: string[] = []
  const embedder: Embedder = {
    model: 'east',
    embed(texts, options) {
      asked.push(...texts)
      return embed(texts, options)
    },
  }
  const gate = { alone: 0.5, withWords: 0.5, each: 0 }
  return { asked, recall: createRecall({ index, embedder, gate, textsOf: () => words, withinMs }) }
}

test('finds by meaning and words, and says by which model and rule', async () => {
  const { recall } = await recallOver(['Ada keeps bees.'])
  const found = await recall.ask('What does Ada keep?').search(SCOPE, { minScore: null })
  expect(found).toMatchObject({ by: 'meaning-and-words', model: 'east', failure: null })
  expect(found.exchanges).toMatchObject([{ id: '0', cosine: 1, rule: 'gate', words: expect.any(Number) }])
  const { exchanges } = await recall.ask('What does Ada keep?').search(SCOPE, { minScore: 1 })
  expect(exchanges).toMatchObject([{ rule: 'similarity' }])
})

test.each<[string, Embedder['embed'], string]>([
  ['fails', () => Promise.reject(new Error('It is away.')), 'It is away.'],
  ['gives nothing', async () => [], 'The embedding model gave no vector.'],
  ['never answers', () => new Promise(() => undefined), 'The embedding model took too long.'],
])('an embedder that %s leaves the search by words, which says so', async (_, embed, failure) => {
  const { recall } = await recallOver(['Ada keeps bees.', 'Tea.'], embed, 1)
  const found = await recall.ask('What does Ada keep?').search(SCOPE, { minScore: null })
  expect(found).toMatchObject({ by: 'words', model: 'east', failure })
  expect(found.exchanges).toMatchObject([{ id: '0', cosine: null, rule: 'words' }])
})

test('who has given up gets his reason, whatever the embedder does', async () => {
  const { recall } = await recallOver([], () => new Promise(() => undefined))
  const signal = AbortSignal.abort(new Error('given up'))
  await expect(recall.ask('Ada', { signal }).search(SCOPE, { minScore: null })).rejects.toThrow('given up')
})

test('a long message asks by the words of its ends, and by as much of their meaning as a model reads', async () => {
  const { asked, recall } = await recallOver(['Ada keeps bees.'])
  const message = `Read this: ${'word '.repeat(300)} What does Ada keep? ${'word '.repeat(300)} Thanks.`
  const { exchanges } = await recall.ask(message).search(SCOPE, { minScore: null })
  expect(asked).toEqual([gistOf(message).meaning])
  expect(exchanges).toMatchObject([{ words: expect.any(Number), rule: 'gate' }])
  expect(exchanges[0]?.words).toBeGreaterThan(0)
  expect(asked[0]).not.toContain('Ada')
})
