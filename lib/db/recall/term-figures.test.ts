import { describe, expect, test } from 'vitest'
import { addTexts, documents, remembered, scopeOf } from '../testing/remembered.ts'
import { at } from '../testing/turns.ts'
import { DIALECTS, useDatabase } from '../testing/use-database.ts'
import { figuresOf } from './term-figures.ts'

describe.each(DIALECTS)('figures by a sample on %s', (dialect) => {
  const db = useDatabase(dialect)

  test('what waits to be indexed takes no place in the sample, and hides nothing that is older', async () => {
    const scope = await documents(db.now, ['old', 'one', 'two', 'waiting', 'also waiting'])
    const terms = db.now.recallIndex.terms(scope)
    await addTexts(terms, 'old', 'rare heirloom')
    for (const id of ['one', 'two']) await addTexts(terms, id, 'tea')
    const { size, holding } = await figuresOf(db.now.database, scope, ['tea', 'heirloom'], { sampled: 2 })
    expect(Object.fromEntries(holding)).toEqual({ tea: 2, heirloom: 1 })
    expect(size).toBeGreaterThanOrEqual(3)
  })

  test('what nobody may see makes the memory no larger', async () => {
    const { sessionId } = await remembered(db.now, { now: at(0) })
    const { sessionId: other } = await remembered(db.now, { id: 'first', now: at(1) })
    const terms = db.now.recallIndex.terms(scopeOf(sessionId))
    const ids = ['second', 'third', 'fourth']
    for (const [place, id] of ids.entries())
      await remembered(db.now, { id, sessionId: other, now: at(2 + place) })
    for (const id of ['first', ...ids]) await addTexts(terms, id, 'tea')
    const sizeIn = async (fromSeq: number) => {
      const scope = scopeOf(other, { from: 'session', fromSeq })
      return (await figuresOf(db.now.database, scope, ['tea'], { sampled: 1 })).size
    }
    const { seq } = await db.now.database.read((tx) =>
      tx.exchange.findUniqueOrThrow({ where: { id: 'third' } }),
    )
    expect([await sizeIn(0), await sizeIn(seq)]).toEqual([4, 2])
  })

  test('what was all said at one instant, as an import may be, is as much as it is', async () => {
    const scope = await documents(db.now, ['a', 'b', 'c', 'd'])
    const terms = db.now.recallIndex.terms(scope)
    for (const id of ['a', 'b', 'c', 'd']) await addTexts(terms, id, 'tea')
    await db.now.database.write((tx) => tx.exchange.updateMany({ data: { saidAt: at(1) } }))
    // Five may be seen, one of which has no text.
    expect((await figuresOf(db.now.database, scope, ['tea'], { sampled: 2 })).size).toBe(5)
  })

  test('a count that was cut off is of no fewer, and perhaps of more', async () => {
    const scope = await documents(db.now, ['old', 'new'])
    const terms = db.now.recallIndex.terms(scope)
    await addTexts(terms, 'old', 'tea one', 'tea two', 'tea three', 'milk')
    await addTexts(terms, 'new', 'coffee', 'beer')
    const { holding } = await figuresOf(db.now.database, scope, ['tea', 'milk'], { sampled: 2, most: 2 })
    expect(Object.fromEntries(holding)).toEqual({ tea: 2, milk: 1 })
  })
})
