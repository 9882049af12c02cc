import { describe, expect, test } from 'vitest'
import { addTexts, documents } from '../testing/remembered.ts'
import { DIALECTS, useDatabase } from '../testing/use-database.ts'
import { SAMPLED } from './term-figures.ts'

describe.each(DIALECTS)('stored terms on %s', (dialect) => {
  const db = useDatabase(dialect)
  const texts = (found: { chunk: { text: string } }[]) => found.map(({ chunk: { text } }) => text)

  test('where more hold a term than are asked for, those that hold the rarest come', async () => {
    const scope = await documents(db.now, ['many', 'rare', 'both'])
    const terms = db.now.recallIndex.terms(scope)
    await addTexts(terms, 'many', ...Array.from({ length: 60 }, (_, place) => `tea number${place}`))
    await addTexts(terms, 'rare', 'an assam', 'a darjeeling leaf')
    await addTexts(terms, 'both', 'assam tea')
    const found = await terms.matching(['tea', 'assam', 'darjeeling'], { limit: 3 })
    expect(texts(found).toSorted()).toEqual(['a darjeeling leaf', 'an assam', 'assam tea'])
    expect(texts(await terms.matching(['tea', 'assam'], { limit: 1 }))).toEqual(['assam tea'])
    expect(await terms.matching(['tea', 'assam'], { limit: 20 })).toHaveLength(20)
    expect(await terms.matching(['tea', 'assam'], { limit: 99 })).toHaveLength(62)
  })

  test('Clearing does not forget: what is hidden takes no place of what may be seen', async () => {
    const scope = await documents(db.now, ['hidden', 'seen'])
    const terms = db.now.recallIndex.terms(scope)
    await addTexts(terms, 'hidden', ...Array.from({ length: 30 }, () => 'tea tea'))
    await addTexts(terms, 'seen', ...Array.from({ length: 30 }, () => 'tea with a lot of milk'))
    await db.now.database.write((tx) =>
      tx.message.update({ where: { id: 'hidden' }, data: { excluded: true } }),
    )
    const found = await terms.matching(['tea'], { limit: 10 })
    expect(found.map(({ chunk }) => chunk.documentId)).toEqual(Array.from({ length: 10 }, () => 'seen'))
  })

  test('among some exchanges all that hold any of the terms are found, and no others', async () => {
    const scope = await documents(db.now, ['one', 'two', 'three'])
    const terms = db.now.recallIndex.terms(scope)
    for (const id of ['one', 'two', 'three']) await addTexts(terms, id, `tea ${id}`, `milk ${id}`, 'neither')
    const found = await terms.matching(['tea', 'milk'], { among: ['one', 'three', 'one', 'nowhere'] })
    expect(texts(found).toSorted()).toEqual(['milk one', 'milk three', 'tea one', 'tea three'])
    expect(await terms.matching(['tea'], { among: [] })).toEqual([])
  })

  test('figures are those of what may be seen', async () => {
    const scope = await documents(db.now, ['one'])
    const terms = db.now.recallIndex.terms(scope)
    expect(await terms.figures(['tea'])).toEqual({ size: 0, meanLength: 0, holding: new Map([['tea', 0]]) })
    await addTexts(terms, 'one', 'tea', 'tea and milk', 'coffee with no milk')
    expect(await terms.figures(['tea', 'milk', 'tea', 'beer'])).toEqual({
      size: 3,
      meanLength: 8 / 3,
      holding: new Map([
        ['tea', 2],
        ['milk', 2],
        ['beer', 0],
      ]),
    })
    expect((await terms.figures([])).size).toBe(3)
  })

  test('of many chunks common terms are estimated by the newest, and rare ones counted', async () => {
    const scope = await documents(db.now, ['old', 'new', 'newest'])
    const terms = db.now.recallIndex.terms(scope)
    await addTexts(terms, 'old', 'rare heirloom')
    const many = Array.from({ length: SAMPLED }, (_, place) => (place % 2 === 0 ? 'even tea' : 'odd tea'))
    await addTexts(terms, 'newest', ...many)
    const { size, meanLength, holding } = await terms.figures(['tea', 'even', 'heirloom', 'nothing'])
    // Four exchanges may be seen, of which the sample holds one.
    expect({ size, meanLength }).toEqual({ size: 4 * SAMPLED, meanLength: 2 })
    expect(Object.fromEntries(holding)).toEqual({
      tea: 4 * SAMPLED,
      even: 2 * SAMPLED,
      heirloom: 1,
      nothing: 0,
    })
  })

  test('of many terms each is counted', async () => {
    const scope = await documents(db.now, ['one'])
    const terms = db.now.recallIndex.terms(scope)
    const words = Array.from({ length: 90 }, (_, place) => `word${place}`)
    await addTexts(terms, 'one', words.join(' '), words.slice(0, 45).join(' '))
    const { holding } = await terms.figures(words)
    expect(words.map((word) => holding.get(word))).toEqual(words.map((_, place) => (place < 45 ? 2 : 1)))
  })

  test.each([
    "o'brien",
    '"quoted"',
    'back\\slash',
    'NEAR(',
    'tea*',
    'a:b',
    '東京',
    'naïve',
    'übung',
    '42',
    '1e5',
    'x'.repeat(300),
    '界'.repeat(600),
  ])('a term is looked for as it is: %s', async (term) => {
    const scope = await documents(db.now, ['one', 'two'])
    const terms = db.now.recallIndex.terms(scope)
    await terms.add([{ documentId: 'one', chunkIndex: 0, text: 'this', terms: `before ${term} behind` }])
    await addTexts(terms, 'two', 'tea quoted brien back slash near a b')
    expect(texts(await terms.matching([term], { limit: 1 }))).toEqual(['this'])
    expect((await terms.figures([term])).holding.get(term)).toBeGreaterThan(0)
  })
})
