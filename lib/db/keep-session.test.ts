import { describe, expect, test } from 'vitest'
import { TITLE_JOB } from '../schemas/job.ts'
import { at, begun, endOf, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const TEMPORARY = { temporary: true, brief: true }

describe.each(DIALECTS)('keeping a temporary session on %s', (dialect) => {
  const db = useDatabase(dialect)
  const keep = (id: string, owner = OWNER) =>
    db.now.sessions.keep(owner, id, { titleOf: (text) => text.toUpperCase(), now: at(10) })
  const stored = (id: string) => db.now.database.read((tx) => tx.session.findUniqueOrThrow({ where: { id } }))
  const asked = async () =>
    (await db.now.database.read((tx) => tx.job.findMany({ where: { kind: TITLE_JOB } }))).map(
      ({ payload }) => payload,
    )

  test('it lasts, is named by its first message at once, and its model is asked for a title', async () => {
    const { sessionId } = await exchange(db.now, { kind: TEMPORARY, text: 'a plan' })
    await exchange(db.now, { sessionId, text: 'and more of it' })
    const before = await db.now.sessions.get(OWNER, sessionId)
    const kept = await keep(sessionId)
    expect(kept).toMatchObject({ temporary: false, title: 'A PLAN', titleBy: 'message' })
    expect(kept.revision).not.toBe(before.revision)
    expect(await stored(sessionId)).toMatchObject({ temporary: false, brief: false, titleKey: 'a plan' })
    expect(await asked()).toEqual([{ sessionId }])
  })

  test('while its first answer is written, the end of that asks for the title', async () => {
    const turn = sendTurn({ kind: TEMPORARY, text: 'a plan' })
    const { session } = begun(await db.now.turnStore.begin(turn))
    expect(await keep(session.id)).toMatchObject({ title: 'A PLAN', answering: true })
    expect(await asked()).toEqual([])
    await db.now.turnStore.end(endOf(turn))
    expect(await asked()).toEqual([{ sessionId: session.id }])
  })

  test('one that was cleared has nothing to be named by until more is said', async () => {
    const { sessionId } = await exchange(db.now, { kind: TEMPORARY, text: 'a secret' })
    await db.now.sessions.clear(OWNER, sessionId, { purgeId: 'p', now: at(1), until: at(40) })
    expect(await keep(sessionId)).toMatchObject({ title: 'New chat', titleBy: 'none' })
    expect(await asked()).toEqual([])
    await db.now.sessions.undo(OWNER, 'p')
    expect(await stored(sessionId)).toMatchObject({ title: 'New chat', titleBy: 'none' })
    await exchange(db.now, { sessionId, text: 'said since' })
    expect((await stored(sessionId)).title).toBe('said since')
  })

  test('a title that the user gave stays', async () => {
    const { sessionId } = await exchange(db.now, { kind: TEMPORARY, text: 'a plan' })
    await db.now.sessions.update(OWNER, sessionId, { title: 'My own' })
    expect(await keep(sessionId)).toMatchObject({ title: 'My own', titleBy: 'user' })
    expect(await asked()).toEqual([])
  })

  test('one that is not temporary stays as it is', async () => {
    const { sessionId } = await exchange(db.now, {
      kind: { source: 'interface', brief: true },
      text: 'a plan',
    })
    const before = await stored(sessionId)
    await keep(sessionId)
    expect(await stored(sessionId)).toEqual(before)
  })

  test('another owner’s, and one that has ended, are not found', async () => {
    const { sessionId } = await exchange(db.now, { kind: TEMPORARY })
    const gone = { code: 'session_not_found' }
    await expect(keep(sessionId, 'another')).rejects.toMatchObject(gone)
    await db.now.database.write((tx) =>
      tx.session.update({ where: { id: sessionId }, data: { deletedAt: at(5) } }),
    )
    await expect(keep(sessionId)).rejects.toMatchObject(gone)
  })
})
