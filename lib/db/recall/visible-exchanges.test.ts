import { describe, expect, test } from 'vitest'
import type { RecallScope } from '../../ports/recall-index.ts'
import { addTexts, remembered, scopeOf } from '../testing/remembered.ts'
import { at, begun, endOf, OWNER, regenerateTurn } from '../testing/turns.ts'
import { DIALECTS, useDatabase } from '../testing/use-database.ts'

const MODEL = { model: 'm', dimensions: 2 }

describe.each(DIALECTS)('Recall harms: what may be seen on %s', (dialect) => {
  const db = useDatabase(dialect)

  /** An exchange that can be found by the word "bees" and by a vector. */
  async function said(words: Parameters<typeof remembered>[1] = {}) {
    const exchange = await remembered(db.now, words)
    const scope = scopeOf(exchange.sessionId, { owner: words.owner ?? OWNER })
    await addTexts(db.now.recallIndex.terms(scope), exchange.id, 'bees')
    await db.now.recallIndex
      .vectors(scope, MODEL)
      .add([{ documentId: exchange.id, chunkIndex: 0, text: 'bees', embedding: Float32Array.from([1, 0]) }])
    return exchange
  }

  /** What is found each way, which must be the same. */
  async function seen(scope: RecallScope): Promise<string[]> {
    const { vectors, terms, places } = db.now.recallIndex
    const rows = await db.now.database.read((it) => it.exchange.findMany({ select: { id: true } }))
    const nearest = await vectors(scope, MODEL).search(Float32Array.from([1, 0]), { topK: 99 })
    const matches = await terms(scope).matching(['bees'], { limit: 99 })
    const { size, holding } = await terms(scope).figures(['bees'])
    const placed = await places(
      scope,
      rows.map(({ id }) => id),
    )
    const ids = nearest.map(({ chunk }) => chunk.documentId).toSorted()
    expect(matches.map(({ chunk }) => chunk.documentId).toSorted()).toEqual(ids)
    expect([...placed.keys()].toSorted()).toEqual(ids)
    expect([size, holding.get('bees')]).toEqual([ids.length, ids.length])
    return ids
  }
  const ids = (...exchanges: { id: string }[]) => exchanges.map(({ id }) => id).toSorted()

  test('all sessions of the page, or this one alone', async () => {
    const [one, other] = [await said(), await said()]
    expect(await seen(scopeOf(one.sessionId))).toEqual(ids(one, other))
    expect(await seen(scopeOf(one.sessionId, { from: 'session' }))).toEqual(ids(one))
  })

  test('nothing of another owner, nor by naming a session of another', async () => {
    const [mine, foreign] = [await said(), await said({ owner: 'other' })]
    expect(await seen(scopeOf(mine.sessionId))).toEqual(ids(mine))
    expect(await seen(scopeOf(foreign.sessionId))).toEqual([])
    expect(await seen(scopeOf('nowhere'))).toEqual([])
  })

  test("one user's memory is not recalled for another", async () => {
    const kind = (user: string | null) => ({ kind: { source: 'interface' as const, user } })
    const [page, ada, adaToo, tom] = [
      await said(),
      await said(kind('ada')),
      await said(kind('ada')),
      await said(kind('tom')),
    ]
    expect(await seen(scopeOf(ada.sessionId))).toEqual(ids(ada, adaToo))
    expect(await seen(scopeOf(tom.sessionId))).toEqual(ids(tom))
    expect(await seen(scopeOf(page.sessionId))).toEqual(ids(page))
    expect(await seen(scopeOf(null))).toEqual(ids(page, ada, adaToo, tom))
  })

  test('a session of the interfaces that named no user sees itself alone, and nobody else sees it', async () => {
    const [page, nameless, another] = [
      await said(),
      await said({ kind: { source: 'interface' } }),
      await said({ kind: { source: 'interface' } }),
    ]
    expect(await seen(scopeOf(nameless.sessionId))).toEqual(ids(nameless))
    expect(await seen(scopeOf(another.sessionId))).toEqual(ids(another))
    expect(await seen(scopeOf(page.sessionId))).toEqual(ids(page))
  })

  test('nothing of the same session above a divider, but what other sessions have there', async () => {
    const first = await said()
    const second = await said({ sessionId: first.sessionId })
    const [elsewhere] = [await said()]
    const below = { fromSeq: second.seq }
    expect(await seen(scopeOf(first.sessionId, below))).toEqual(ids(second, elsewhere))
    expect(await seen(scopeOf(first.sessionId, { ...below, from: 'session' }))).toEqual(ids(second))
    expect(await seen(scopeOf(elsewhere.sessionId))).toEqual(ids(first, second, elsewhere))
  })

  test('what was said from an instant on and before another, to the millisecond', async () => {
    const justBefore = (time: Date) => new Date(time.getTime() - 1)
    const [first, second, third] = [
      await said({ now: at(10) }),
      await said({ now: justBefore(at(20)) }),
      await said({ now: at(20) }),
    ]
    const within = (from: Date | null, end: Date | null) => ({ said: { from, before: end } })
    for (const asks of [scopeOf(first.sessionId), scopeOf(null)]) {
      const seenWithin = (from: Date | null, end: Date | null) => seen({ ...asks, ...within(from, end) })
      expect(await seenWithin(at(10), at(20))).toEqual(ids(first, second))
      expect(await seenWithin(at(20), null)).toEqual(ids(third))
      expect(await seenWithin(null, justBefore(at(20)))).toEqual(ids(first))
      expect(await seenWithin(at(21), at(30))).toEqual([])
    }
    const alone = scopeOf(first.sessionId, { from: 'session', ...within(at(10), at(11)) })
    expect(await seen(alone)).toEqual(ids(first))
  })

  test('nothing of a temporary session, not even itself', async () => {
    const [kept, temporary] = [await said(), await said({ kind: { temporary: true } })]
    expect(await seen(scopeOf(kept.sessionId))).toEqual(ids(kept))
    expect(await seen(scopeOf(temporary.sessionId))).toEqual(ids(kept))
  })

  test('nothing that is excluded, until it is not', async () => {
    const [asks, excluded] = [await said(), await said()]
    const mark = (to: 'excluded' | null) =>
      db.now.messages.mark(OWNER, excluded.sessionId, excluded.id, { mark: to, now: at(9) })
    await mark('excluded')
    expect(await seen(scopeOf(asks.sessionId))).toEqual(ids(asks))
    await mark(null)
    expect(await seen(scopeOf(asks.sessionId))).toEqual(ids(asks, excluded))
  })

  test('a left branch is not recalled as if it had happened', async () => {
    const [asks, left] = [await said(), await said()]
    const turn = regenerateTurn(left.sessionId, left.answerId)
    begun(await db.now.turnStore.begin(turn))
    await db.now.turnStore.end(endOf(turn, 'another answer'))
    expect(await seen(scopeOf(asks.sessionId))).toEqual(ids(asks))
  })

  test('Clearing does not forget: nothing of what was deleted or cleared, until that is undone', async () => {
    const [asks, deleted, cleared] = [await said(), await said(), await said()]
    const forget = (purgeId: string) => ({ purgeId, now: at(10), until: at(40) })
    await db.now.sessions.delete(OWNER, deleted.sessionId, forget('d'))
    await db.now.sessions.clear(OWNER, cleared.sessionId, forget('c'))
    const after = await said({ sessionId: cleared.sessionId })
    expect(await seen(scopeOf(asks.sessionId))).toEqual(ids(asks, after))
    expect(await seen(scopeOf(deleted.sessionId))).toEqual(ids(asks, after))
    await db.now.sessions.undo(OWNER, 'd')
    await db.now.sessions.undo(OWNER, 'c')
    expect(await seen(scopeOf(asks.sessionId))).toEqual(ids(asks, deleted, cleared, after))
  })
})
