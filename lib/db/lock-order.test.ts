import { describe, expect, test } from 'vitest'
import { someoneWaits } from './testing/someone-waits.ts'
import { at, begun, endOf, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { useDatabase } from './testing/use-database.ts'

describe('on postgres', () => {
  const db = useDatabase('postgres')

  const purge = { purgeId: 'p', now: at(10), until: at(40) }

  test.each([
    ['clears its session', (sessionId: string) => db.now.sessions.clear(OWNER, sessionId, purge)],
    ['deletes its session', (sessionId: string) => db.now.sessions.delete(OWNER, sessionId, purge)],
    ['deletes all sessions', () => db.now.sessions.delete(OWNER, null, purge)],
  ])('an answer that ends is not in the way of who %s, nor the other way round', async (_, forget) => {
    const { sessionId } = await exchange(db.now)
    const turn = sendTurn({ sessionId })
    begun(await db.now.turnStore.begin(turn))
    const other = await db.another()
    const { forgetting } = await other.database.write(async (tx) => {
      // As the end of an answer: its run first, then its session.
      await tx.run.updateMany({ where: { id: turn.runId }, data: { status: 'streaming' } })
      const forgetting = forget(sessionId)
      await someoneWaits(db.now.database)
      await tx.$queryRaw`SELECT 1 FROM "Session" WHERE id = ${sessionId} FOR UPDATE NOWAIT`
      return { forgetting }
    })
    await forgetting
    const stopped = await db.now.turnStore.append(turn.processId, [], [turn.runId])
    expect(stopped).toEqual([{ runId: turn.runId, ours: true, stopRequested: true }])
    expect(await db.now.turnStore.end(endOf(turn, 'late'))).toMatchObject({ visible: false })
  })
})
