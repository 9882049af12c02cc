import { describe, expect, test } from 'vitest'
import type { Chunk, TextIndex } from '../../memory/index.ts'

/** What every text index has to do; `make` gives an empty one. */
export function textIndexContract(name: string, make: () => TextIndex | Promise<TextIndex>): void {
  const chunk = (text: string, { documentId = 'one', chunkIndex = 0 } = {}): Chunk => ({
    text,
    documentId,
    chunkIndex,
  })
  const texts = async (index: TextIndex, query: string, topK = 10) =>
    (await index.search(query, { topK })).map(({ chunk: { text } }) => text)

  async function filled(...words: string[]): Promise<TextIndex> {
    const index = await make()
    await index.add(words.map((text, chunkIndex) => chunk(text, { chunkIndex })))
    return index
  }

  describe(name, () => {
    test('finds what shares a word with the query, and nothing else', async () => {
      const index = await filled('Ada keeps bees.', 'Tom brews beer.', 'Ada lives in Turin.')
      expect((await texts(index, 'Where does Ada live?')).toSorted()).toEqual([
        'Ada keeps bees.',
        'Ada lives in Turin.',
      ])
      expect(await texts(index, 'What about coffee?')).toEqual([])
    })

    test('puts first what shares more, and rarer words', async () => {
      const index = await filled('Tea, tea and tea.', 'Tea from Assam.', 'Tea and milk.', 'Coffee.')
      expect(await texts(index, 'Assam tea', 1)).toEqual(['Tea from Assam.'])
      const scores = (await index.search('Assam tea', { topK: 9 })).map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(scores).toHaveLength(3)
    })

    test('knows a word in its other forms, whatever its case', async () => {
      const index = await filled('The GARDENS were planted.')
      expect(await texts(index, 'planting a garden')).toHaveLength(1)
    })

    test.each([
      ['a query without words', ' ?! … "" () * -'],
      ['a query of words that say nothing', 'what is it about'],
      ['what a search language would read', 'NEAR( OR AND * ":'],
    ])('%s finds nothing, and fails with nothing', async (_, query) => {
      expect(await texts(await filled('Bees.', 'Tea.'), query)).toEqual([])
    })

    test('words in quotes or with signs are words', async () => {
      expect(await texts(await filled("O'Brien's bees", 'tea'), '"bees" -tea*')).toHaveLength(2)
    })

    test('gives back what a chunk is, and where it stands', async () => {
      const index = await make()
      await index.add([chunk('bees', { documentId: 'x', chunkIndex: 7 })])
      const [found] = await index.search('bees', { topK: 1 })
      expect(found?.chunk).toEqual({ text: 'bees', documentId: 'x', chunkIndex: 7 })
      expect(found?.score).toBeGreaterThan(0)
    })

    test('keeps one chunk of an index: the later one', async () => {
      const index = await make()
      await index.add([chunk('bees before'), chunk('bees of another', { documentId: 'two' })])
      await index.add([chunk('tea after')])
      expect(await texts(index, 'bees')).toEqual(['bees of another'])
      expect(await texts(index, 'tea')).toEqual(['tea after'])
    })

    test('knows of what was added after a query when it is asked the same again', async () => {
      const index = await filled('bees')
      const [before] = await index.search('bees honey', { topK: 1 })
      await index.add([chunk('honey', { documentId: 'two' })])
      const found = await index.search('bees honey', { topK: 9 })
      expect(found.map(({ chunk: { text } }) => text).toSorted()).toEqual(['bees', 'honey'])
      const [first, second] = found.map(({ score }) => score)
      // Each word is in one of two texts by now: neither says more than the other.
      expect(first).toBeCloseTo(second ?? 0, 9)
      expect(first).not.toBeCloseTo(before?.score ?? 0, 9)
    })

    test('looks among some documents alone', async () => {
      const index = await make()
      await index.add(['one', 'two', 'three'].map((id) => chunk(`bees of ${id}`, { documentId: id })))
      const among = async (ids: string[]) =>
        (await index.search('bees', { topK: 9, among: ids })).map(({ chunk: { documentId } }) => documentId)
      expect((await among(['three', 'one', 'nowhere'])).toSorted()).toEqual(['one', 'three'])
      expect(await among([])).toEqual([])
    })

    test('does nothing for one who has given up', async () => {
      const index = await make()
      const signal = AbortSignal.abort(new Error('given up'))
      await expect(index.add([chunk('bees')], { signal })).rejects.toThrow('given up')
      await expect(index.search('bees', { topK: 1, signal })).rejects.toThrow('given up')
      expect(await texts(index, 'bees')).toEqual([])
    })
  })
}
