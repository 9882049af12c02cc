import { expect, test } from 'vitest'
import type { TermStore } from '../ports/recall-index.ts'
import { inMemoryTexts } from './in-memory-texts.ts'
import { storedTexts } from './stored-texts.ts'
import { textIndexContract } from './testing/text-index-contract.ts'

/** Keeps terms in an object, with all that it was asked. */
function inMemoryTerms() {
  const rows = new Map<string, Parameters<TermStore['add']>[0][number]>()
  const limits: number[] = []
  const holds = (terms: string, term: string) => terms.split(' ').includes(term)
  const store: TermStore = {
    async add(chunks) {
      for (const chunk of chunks) rows.set(`${chunk.documentId} ${chunk.chunkIndex}`, chunk)
    },
    async matching(terms, options) {
      const all = [...rows.values()].filter((row) => terms.some((term) => holds(row.terms, term)))
      if ('limit' in options) limits.push(options.limit)
      const wanted =
        'among' in options
          ? all.filter((row) => options.among.includes(row.documentId))
          : all.slice(0, options.limit)
      return wanted.map(({ terms: held, ...chunk }) => ({
        chunk,
        terms: held,
        length: held.split(' ').length,
      }))
    },
    async figures(terms) {
      const all = [...rows.values()].map((row) => row.terms)
      const length = all.reduce((sum, held) => sum + held.split(' ').length, 0)
      const holding = terms.map((term): [string, number] => [
        term,
        all.filter((held) => holds(held, term)).length,
      ])
      return { size: all.length, meanLength: length / Math.max(1, all.length), holding: new Map(holding) }
    },
  }
  return { store, limits }
}

textIndexContract('texts over a store of terms', () => storedTexts(inMemoryTerms().store))

const texts = Array.from({ length: 950 }, (_, place) => ({
  text: `Bees ${'and honey '.repeat(place % 7)} hive${place % 13}`,
  documentId: `${place}`,
  chunkIndex: 0,
}))

test('scores as if all texts were in memory', async () => {
  const [stored, memory] = [storedTexts(inMemoryTerms().store), inMemoryTexts()]
  for (const index of [stored, memory]) await index.add(texts)
  const asked = { topK: 950 }
  const found = await stored.search('the hive7 of bees', asked)
  const expected = new Map(
    (await memory.search('the hive7 of bees', asked)).map(({ chunk, score }) => [chunk.documentId, score]),
  )
  expect(found).toHaveLength(950)
  for (const { chunk, score } of found) expect(score).toBeCloseTo(expected.get(chunk.documentId) ?? 0, 9)
})

test('asks for more than it gives, and lets others have their turn meanwhile', async () => {
  const { store, limits } = inMemoryTerms()
  const index = storedTexts(store)
  await index.add(texts)
  let turns = 0
  const turn = () => {
    turns++
    turning = setImmediate(turn)
  }
  let turning = setImmediate(turn)
  expect(await index.search('bees', { topK: 200 })).toHaveLength(200)
  clearImmediate(turning)
  expect(limits).toEqual([600])
  expect(turns).toBeGreaterThanOrEqual(5)
})

test('a query whose figures failed is asked again', async () => {
  const { store } = inMemoryTerms()
  let fails = true
  const index = storedTexts({
    ...store,
    figures: (...asked) => (fails ? Promise.reject(new Error('It is away.')) : store.figures(...asked)),
  })
  await index.add(texts)
  await expect(index.search('bees', { topK: 1 })).rejects.toThrow('It is away.')
  fails = false
  expect(await index.search('bees', { topK: 1 })).toHaveLength(1)
})

test('stops for one who has given up while it ranks', async () => {
  const index = storedTexts(inMemoryTerms().store)
  await index.add(texts)
  const controller = new AbortController()
  const searching = index.search('bees', { topK: 200, signal: controller.signal })
  setImmediate(() => controller.abort(new Error('given up')))
  await expect(searching).rejects.toMatchObject({ name: 'AbortError' })
})
