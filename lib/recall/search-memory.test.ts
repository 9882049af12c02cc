import { expect, test } from 'vitest'
import type { ExchangePlace } from '../ports/recall-index.ts'
import { inMemoryTexts } from './in-memory-texts.ts'
import { inMemoryVectors } from './in-memory-vectors.ts'
import { type Memory, searchMemory } from './search-memory.ts'

type Told = { id: string; text: string; vector?: number[]; chunkIndex?: number }

/** One conversation, in the order in which it is told; `hidden` are those that may not be seen. */
async function memoryOf(
  told: readonly Told[],
  { hidden = [] as string[], answered = [] as string[], withVectors = true } = {},
) {
  const vectors = inMemoryVectors()
  const texts = inMemoryTexts()
  const chunks = told.map(({ id, text, chunkIndex = 0 }) => ({ text, documentId: id, chunkIndex }))
  await texts.add(chunks)
  await vectors.add(
    chunks.flatMap((chunk, place) => {
      const vector = told[place]?.vector
      return vector ? [{ ...chunk, embedding: Float32Array.from(vector) }] : []
    }),
  )
  const ids = [...new Set(told.map(({ id }) => id))].filter((id) => !hidden.includes(id))
  const places = ids.map(
    (id, seq): ExchangePlace => ({
      ...{ id, sessionId: 's', seq, saidAt: new Date(0) },
      answerId: answered.includes(id) ? `answer of ${id}` : null,
      ...{ before: ids[seq - 1] ?? null, behind: ids[seq + 1] ?? null },
    }),
  )
  const memory: Memory = {
    vectors: withVectors ? vectors : null,
    texts,
    places: async (asked) =>
      new Map(places.filter(({ id }) => asked.includes(id)).map((place) => [place.id, place])),
  }
  return memory
}

const question = (text: string, vector: number[] | null = [1, 0]) => ({
  text,
  vector: vector && Float32Array.from(vector),
})

const COLD = [0, 1]

test('what is found by words alone has its cosine too, and the other way round', async () => {
  const memory = await memoryOf([
    { id: 'near', text: 'hives and honey', vector: [1, 0] },
    { id: 'named', text: 'Ada keeps bees', vector: [0.6, 0.8] },
  ])
  const ranked = await searchMemory(memory, question('What does Ada keep?'))
  expect(ranked.map(({ id, cosine, shared }) => [id, cosine && Number(cosine.toFixed(2)), shared])).toEqual([
    ['named', 0.6, 2],
    ['near', 1, 0],
  ])
  expect(ranked.map(({ bm25 }) => bm25 > 0)).toEqual([true, false])
})

test('what neither search found is seen where it stands beside something found', async () => {
  const crowd = Array.from({ length: 100 }, (_, place) => ({
    id: `crowd ${place}`,
    text: 'nothing',
    vector: [0.5, 0.5],
  }))
  const memory = await memoryOf([
    ...crowd,
    { id: 'before', text: 'I have news.', vector: COLD },
    { id: 'named', text: 'Ada keeps bees', vector: [1, 0] },
    { id: 'behind', text: 'Forty thousand of them.', vector: COLD },
  ])
  const ranked = await searchMemory(memory, question('What does Ada keep?'))
  expect(ranked[0]?.id).toBe('named')
  const found = ranked.map(({ id }) => id)
  expect(found).toContain('before')
  expect(found).toContain('behind')
  expect(ranked.find(({ id }) => id === 'behind')?.cosine).toBeCloseTo(0)
})

test('of a long exchange the best chunk counts', async () => {
  const memory = await memoryOf([
    { id: 'long', text: 'rain', vector: COLD },
    { id: 'long', text: 'bees of Ada', vector: [1, 0], chunkIndex: 1 },
    { id: 'short', text: 'snow', vector: [0.9, 0.1] },
  ])
  const [best] = await searchMemory(memory, question('Ada and her bees'))
  expect(best).toMatchObject({ id: 'long', shared: 2 })
  expect(best?.cosine).toBeCloseTo(1)
})

test('what may not be seen is neither found nor beside anything', async () => {
  const told = [
    { id: 'one', text: 'Ada keeps bees', vector: [1, 0] },
    { id: 'two', text: 'Ada keeps goats', vector: [1, 0] },
  ]
  const ranked = await searchMemory(
    await memoryOf(told, { hidden: ['two'] }),
    question('What does Ada keep?'),
  )
  expect(ranked.map(({ id, behind }) => [id, behind])).toEqual([['one', null]])
})

test.each([
  ['a question without a vector', { withVectors: true }, null],
  ['a memory without vectors', { withVectors: false }, [1, 0]],
])('%s is searched by words', async (_, options, vector) => {
  const memory = await memoryOf([{ id: 'a', text: 'Ada keeps bees', vector: [1, 0] }], options)
  expect(await searchMemory(memory, question('What does Ada keep?', vector))).toMatchObject([
    { id: 'a', cosine: null, shared: 2 },
  ])
})

test('nothing is found in nothing', async () => {
  expect(await searchMemory(await memoryOf([]), question('What does Ada keep?'))).toEqual([])
})

test('a question tells something where its answer is remembered, in whatever chunk that is', async () => {
  const text = '2026-05-01\nUser: Where does my sister Ada live?'
  const told = [
    { id: 'answered', text, vector: [1, 0] },
    { id: 'asked', text, vector: [1, 0] },
  ]
  const ranked = await searchMemory(
    await memoryOf(told, { answered: ['answered'] }),
    question('Where is Ada living?'),
  )
  expect(Object.fromEntries(ranked.map(({ id, told }) => [id, told]))).toEqual({
    answered: 'something',
    asked: 'a question',
  })
})
