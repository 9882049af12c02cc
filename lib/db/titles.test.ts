import { describe, expect, test } from 'vitest'
import { leaseDue } from './testing/leases.ts'
import { at, begun, endOf, exchange, OWNER, regenerateTurn, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('titles on %s', (dialect) => {
  const db = useDatabase(dialect)
  const titleOf = async (sessionId: string) => {
    const { title, titleBy } = await db.now.sessions.get(OWNER, sessionId)
    return { title, titleBy }
  }
  const untitled = (sessionId: string) => db.now.titles.untitled(OWNER, sessionId)
  const purge = (purgeId: string) => ({ purgeId, now: at(10), until: at(40) })
  const waiting = () =>
    db.now.database.read((tx) => tx.job.findMany({ where: { kind: 'title' }, select: { payload: true } }))
  async function there(sessionId: string) {
    const found = await untitled(sessionId)
    if (!found) throw new Error('There is nothing to name.')
    return found
  }

  describe('are asked for', () => {
    test('with the end of the first complete answer, and once', async () => {
      const { sessionId } = await exchange(db.now)
      expect(await waiting()).toEqual([{ payload: { sessionId } }])
      const [job] = await leaseDue(db.now, { now: at(0), kinds: ['title'] })
      if (!job) throw new Error('The title was not asked for.')
      await db.now.jobs.done(job)
      await exchange(db.now, { sessionId })
      expect(await waiting()).toEqual([])
    })

    test('with a later answer where the asking was given up', async () => {
      const { sessionId } = await exchange(db.now)
      const [job] = await leaseDue(db.now, { now: at(0), kinds: ['title'] })
      if (!job) throw new Error('The title was not asked for.')
      await db.now.jobs.giveUp(job, { error: 'It failed.', now: at(1) })
      await exchange(db.now, { sessionId })
      expect(await leaseDue(db.now, { now: at(2), kinds: ['title'] })).toMatchObject([
        { payload: { sessionId }, attempts: 1 },
      ])
    })

    test('not with an answer that was cut off, but with the whole one that follows', async () => {
      const { sessionId, answerId } = await exchange(db.now, { end: { status: 'stopped' } })
      expect(await waiting()).toEqual([])
      const again = regenerateTurn(sessionId, answerId)
      begun(await db.now.turnStore.begin(again))
      await db.now.turnStore.end(endOf(again))
      expect(await waiting()).toHaveLength(1)
    })

    test('not for a session that its user has named, or that is deleted or cleared by then', async () => {
      for (const meanwhile of [
        (id: string) => db.now.sessions.update(OWNER, id, { title: 'Mine' }),
        (id: string) => db.now.sessions.delete(OWNER, id, purge(id)),
        (id: string) => db.now.sessions.clear(OWNER, id, purge(id)),
      ]) {
        const turn = sendTurn()
        const { session } = begun(await db.now.turnStore.begin(turn))
        await meanwhile(session.id)
        await db.now.turnStore.end(endOf(turn))
      }
      expect(await waiting()).toEqual([])
    })

    test('anew after a clear, since that takes the title back', async () => {
      const { sessionId } = await exchange(db.now)
      await db.now.titles.name(OWNER, await there(sessionId), 'Boats')
      await db.now.database.write((tx) => tx.job.deleteMany().then(() => undefined))
      await db.now.sessions.clear(OWNER, sessionId, purge('c'))
      await exchange(db.now, { sessionId })
      expect(await waiting()).toHaveLength(1)
    })

    test('not for an answer that was given again: it cost no call, and its name shall not either', async () => {
      const usage = { input: 0, cachedInput: 0, output: 0, reasoning: 0, fromReplyCache: true } as const
      const { sessionId } = await exchange(db.now, { end: { usage } })
      expect(await waiting()).toEqual([])
      await exchange(db.now, { sessionId })
      expect(await waiting()).toEqual([])
    })

    test('in the transaction of the end: an end that is not ours asks for nothing', async () => {
      const turn = sendTurn()
      await db.now.turnStore.begin(turn)
      expect(await db.now.turnStore.end({ ...endOf(turn), processId: 'another' })).toBeNull()
      expect(await waiting()).toEqual([])
    })
  })

  test('are made from the first exchange that is shown', async () => {
    const { sessionId } = await exchange(db.now, { text: 'cleared', answer: 'gone' })
    await db.now.sessions.clear(OWNER, sessionId, purge('c'))
    expect(await untitled(sessionId)).toBeNull()
    await exchange(db.now, { sessionId, text: 'failed', end: { status: 'failed' } })
    await exchange(db.now, { sessionId, text: 'first', answer: 'one' })
    await exchange(db.now, { sessionId, text: 'second', answer: 'two' })
    expect(await untitled(sessionId)).toMatchObject({
      ...{ question: 'first', answer: 'one', model: null, answering: false },
    })
    await db.now.turnStore.begin(sendTurn({ sessionId }))
    expect(await untitled(sessionId)).toMatchObject({ answering: true })
    expect(await db.now.titles.untitled('another', sessionId)).toBeNull()
  })

  test('of a model replace the one from the first message, and are found by their words', async () => {
    const { sessionId } = await exchange(db.now)
    expect(await db.now.titles.name(OWNER, await there(sessionId), 'Bootsfahrten')).toBe(true)
    expect(await titleOf(sessionId)).toEqual({ title: 'Bootsfahrten', titleBy: 'model' })
    const { sessions } = await db.now.sessions.list(OWNER, { cursor: null, limit: 9, title: 'BOOTS' })
    expect(sessions.map(({ id }) => id)).toEqual([sessionId])
    expect(await untitled(sessionId)).toBeNull()
  })

  test('of the user are never changed, also not when they come while the model thinks', async () => {
    const { sessionId } = await exchange(db.now)
    const asked = await there(sessionId)
    await db.now.sessions.update(OWNER, sessionId, { title: 'Mine' })
    expect(await db.now.titles.name(OWNER, asked, 'Boats')).toBe(false)
    expect(await titleOf(sessionId)).toEqual({ title: 'Mine', titleBy: 'user' })
    expect(await untitled(sessionId)).toBeNull()
  })

  test('of the user win every race', async () => {
    const other = await db.another()
    for (let n = 0; n < 10; n++) {
      const { sessionId } = await exchange(db.now)
      const asked = await there(sessionId)
      await Promise.all([
        db.now.titles.name(OWNER, asked, 'Boats'),
        other.sessions.update(OWNER, sessionId, { title: 'Mine' }),
      ])
      expect(await titleOf(sessionId)).toEqual({ title: 'Mine', titleBy: 'user' })
    }
  })

  test('are not written on what was deleted or cleared meanwhile', async () => {
    const [one, two] = [await exchange(db.now), await exchange(db.now)]
    const asked = [await there(one.sessionId), await there(two.sessionId)] as const
    await db.now.sessions.delete(OWNER, one.sessionId, purge('d'))
    await db.now.sessions.clear(OWNER, two.sessionId, purge('c'))
    await exchange(db.now, { sessionId: two.sessionId, text: 'something else' })
    expect(await db.now.titles.name(OWNER, asked[0], 'Boats')).toBe(false)
    expect(await db.now.titles.name(OWNER, asked[1], 'Boats')).toBe(false)
    expect(await titleOf(two.sessionId)).toEqual({ title: 'something else', titleBy: 'message' })
  })

  test('that are still asked for go with their session', async () => {
    const { sessionId } = await exchange(db.now)
    await db.now.sessions.delete(OWNER, sessionId, purge('d'))
    const [job] = await leaseDue(db.now, { now: at(50) })
    await db.now.purge.run('d', job?.payload)
    expect(await waiting()).toEqual([])
  })
})
