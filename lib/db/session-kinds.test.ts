import { describe, expect, test } from 'vitest'
import { TITLE_JOB } from '../schemas/job.ts'
import type { SessionItem, SessionKind } from '../schemas/session.ts'
import { at, exchange, OWNER } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const OF_A_PROGRAM = { source: 'interface', user: 'ada', brief: false, memory: { maxExchanges: 9 } } as const

describe.each(DIALECTS)('kinds of sessions on %s', (dialect) => {
  const db = useDatabase(dialect)
  const begin = async (kind: Partial<SessionKind>, text?: string, seconds = 0) =>
    (await exchange(db.now, { kind, text, now: at(seconds) })).sessionId
  const stored = (id: string) => db.now.database.read((tx) => tx.session.findUniqueOrThrow({ where: { id } }))
  const UNNAMED = { title: 'Temporary chat', titleBy: 'none' }
  const titleJobs = () => db.now.database.read((tx) => tx.job.findMany({ where: { kind: TITLE_JOB } }))
  const list = async (options: { source?: SessionItem['source']; title?: string; limit?: number }) =>
    (await db.now.sessions.list(OWNER, { cursor: null, limit: 10, ...options })).sessions.map(({ id }) => id)

  test('a session is from its beginning what the door says that it is', async () => {
    const id = await begin(OF_A_PROGRAM)
    expect(await stored(id)).toMatchObject({ ...OF_A_PROGRAM, temporary: false })
    expect(await db.now.sessions.choices(OWNER, id)).toMatchObject({ memory: OF_A_PROGRAM.memory })
    expect(await stored(await begin({}))).toMatchObject({
      source: 'page',
      user: null,
      brief: false,
      memory: null,
    })
  })

  test('an answer that a program was given calls nobody to the page', async () => {
    const unread = async (kind: Partial<SessionKind>) =>
      (await db.now.sessions.get(OWNER, await begin(kind))).unread
    expect(await unread({})).toBe(true)
    expect(await unread(OF_A_PROGRAM)).toBe(false)
  })

  test('the list can hold those of one source alone, also by title', async () => {
    const page = await begin({}, 'rivers of Spain', 1)
    const first = await begin(OF_A_PROGRAM, 'rivers of France', 2)
    const second = await begin(OF_A_PROGRAM, 'lakes of France', 3)
    expect(await list({})).toEqual([second, first, page])
    expect(await list({ source: 'interface' })).toEqual([second, first])
    expect(await list({ source: 'page' })).toEqual([page])
    expect(await list({ source: 'interface', title: 'rivers' })).toEqual([first])
    expect(await list({ source: 'import' })).toEqual([])
  })

  test('a temporary session gets no title, from its messages or from a model', async () => {
    const id = await begin({ temporary: true, brief: true }, 'a secret plan')
    await exchange(db.now, { sessionId: id, text: 'and more of it' })
    expect(await stored(id)).toMatchObject(UNNAMED)
    await db.now.sessions.clear(OWNER, id, { purgeId: 'p', now: at(1), until: at(40) })
    expect(await stored(id)).toMatchObject(UNNAMED)
    expect(await titleJobs()).toEqual([])
  })
})
