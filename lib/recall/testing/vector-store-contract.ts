import { describe, expect, test } from 'vitest'
import type { EmbeddedChunk, VectorStore } from '../../memory/index.ts'

/** What every vector store has to do; `make` gives an empty one. */
export function vectorStoreContract(name: string, make: () => VectorStore | Promise<VectorStore>): void {
  const chunk = (
    text: string,
    embedding: number[],
    { documentId = 'one', chunkIndex = 0 } = {},
  ): EmbeddedChunk => ({ text, documentId, chunkIndex, embedding: Float32Array.from(embedding) })
  const texts = async (store: VectorStore, vector: number[], topK = 10) =>
    (await store.search(Float32Array.from(vector), { topK })).map(({ chunk: { text } }) => text)

  describe(name, () => {
    test('finds the nearest first, and no more than were asked for', async () => {
      const store = await make()
      await store.add([
        chunk('east', [1, 0], { chunkIndex: 0 }),
        chunk('north', [0, 1], { chunkIndex: 1 }),
        chunk('north-east', [1, 1], { documentId: 'two' }),
      ])
      expect(await texts(store, [1, 0.2])).toEqual(['east', 'north-east', 'north'])
      expect(await texts(store, [0.1, 1], 2)).toEqual(['north', 'north-east'])
    })

    test('gives back what a chunk is, and where it stands', async () => {
      const store = await make()
      await store.add([chunk('a', [1, 0], { documentId: 'x', chunkIndex: 7 })])
      const [found] = await store.search(Float32Array.from([1, 0]), { topK: 1 })
      expect(found?.chunk).toEqual({ text: 'a', documentId: 'x', chunkIndex: 7 })
      if (store.scoreScale !== 'opaque') expect(found?.score).toBeCloseTo(1, 5)
    })

    test('counts the chunks of each document by itself', async () => {
      const store = await make()
      expect(await store.count('one')).toBe(0)
      await store.add([chunk('a', [1, 0]), chunk('b', [0, 1], { chunkIndex: 1 })])
      await store.add([chunk('c', [0, 1], { documentId: 'two' })])
      expect([await store.count('one'), await store.count('two'), await store.count('three')]).toEqual([
        2, 1, 0,
      ])
    })

    test('keeps one chunk of an index: the later one', async () => {
      const store = await make()
      await store.add([chunk('before', [1, 0])])
      await store.add([chunk('after', [1, 0])])
      expect(await texts(store, [1, 0])).toEqual(['after'])
      expect(await store.count('one')).toBe(1)
    })

    test('finds nothing in nothing', async () => {
      expect(await texts(await make(), [1, 0])).toEqual([])
    })

    test('looks among some documents alone', async () => {
      const store = await make()
      await store.add([
        chunk('east', [1, 0]),
        chunk('north', [0, 1], { chunkIndex: 1 }),
        chunk('north-east', [1, 1], { documentId: 'two' }),
        chunk('south', [0, -1], { documentId: 'three' }),
      ])
      const among = async (ids: string[], topK = 9) =>
        (await store.search(Float32Array.from([0.1, 1]), { topK, among: ids })).map(({ chunk }) => chunk.text)
      expect(await among(['three', 'one', 'nowhere'])).toEqual(['north', 'east', 'south'])
      expect(await among(['three', 'two'], 1)).toEqual(['north-east'])
      expect(await among([])).toEqual([])
    })

    test('does nothing for one who has given up', async () => {
      const store = await make()
      const signal = AbortSignal.abort(new Error('given up'))
      await expect(store.add([chunk('a', [1, 0])], { signal })).rejects.toThrow('given up')
      await expect(store.search(Float32Array.from([1, 0]), { topK: 1, signal })).rejects.toThrow('given up')
      expect(await store.count('one')).toBe(0)
    })
  })
}
