import { describe, expect, test } from 'vitest'
import { remembered, scopeOf } from '../testing/remembered.ts'
import { at, OWNER } from '../testing/turns.ts'
import { DIALECTS, useDatabase } from '../testing/use-database.ts'

describe.each(DIALECTS)('where exchanges stand on %s', (dialect) => {
  const db = useDatabase(dialect)

  test('with those beside them that may be seen too', async () => {
    const first = await remembered(db.now, { now: at(1) })
    const { sessionId } = first
    const second = await remembered(db.now, { sessionId, now: at(2) })
    const third = await remembered(db.now, { sessionId, now: at(3) })
    const elsewhere = await remembered(db.now, { now: at(4) })
    const ids = [first, second, third, elsewhere].map(({ id }) => id)
    const beside = async (fromSeq = 0) => {
      const places = await db.now.recallIndex.places(scopeOf(sessionId, { fromSeq }), ids)
      return ids.map((id) => {
        const place = places.get(id)
        return place && [place.before, place.behind]
      })
    }
    expect(await beside()).toEqual([
      [null, second.id],
      [first.id, third.id],
      [second.id, null],
      [null, null],
    ])
    expect(await beside(second.seq)).toEqual([undefined, [null, third.id], [second.id, null], [null, null]])
    await db.now.messages.mark(OWNER, sessionId, second.id, { mark: 'excluded', now: at(9) })
    expect(await beside()).toEqual([[null, third.id], undefined, [first.id, null], [null, null]])
    const found = await db.now.recallIndex.places(scopeOf(sessionId), [third.id, 'nowhere'])
    expect([...found.values()]).toEqual([
      {
        id: third.id,
        sessionId,
        seq: third.seq,
        answerId: third.answerId,
        saidAt: at(3),
        before: first.id,
        behind: null,
      },
    ])
    expect(await db.now.recallIndex.places(scopeOf(sessionId), [])).toEqual(new Map())
  })
})
