import { describe, expect, test } from 'vitest'
import type { Database } from './client.ts'
import { createInterfaceSessions } from './interface-sessions.ts'
import { createSessionLifeStore } from './session-life.ts'
import { createSessions } from './sessions.ts'
import { rowsRead } from './testing/rows-read.ts'
import { at, OWNER } from './testing/turns.ts'
import { useDatabase } from './testing/use-database.ts'

const SESSIONS = 2_000
const PAGE = { cursor: null, limit: 10 }
const MIDDLE = { ...PAGE, cursor: `${at(SESSIONS / 2).toISOString()}~` }

const LOOKS: [string, (database: Database) => Promise<unknown>][] = [
  ['the list of programs', (db) => createInterfaceSessions(db).list(OWNER, { ...PAGE, rows: 1 })],
  ['a later page of it', (db) => createInterfaceSessions(db).list(OWNER, { ...MIDDLE, rows: 1 })],
  ['the list of the page', (db) => createSessions(db).list(OWNER, PAGE)],
  ['a later page of that', (db) => createSessions(db).list(OWNER, MIDDLE)],
  ['a search of titles that many have', (db) => createSessions(db).list(OWNER, { ...PAGE, title: 'many' })],
  ['a later page of that search', (db) => createSessions(db).list(OWNER, { ...MIDDLE, title: 'many' })],
  ['the look for what ends next', (db) => createSessionLifeStore(db).nextToEnd({ brief: true })],
]

describe('among many sessions on postgres', () => {
  const db = useDatabase('postgres')

  test.each(LOOKS)('%s reads what it shows and little more', async (_, look) => {
    const session = (n: number) => ({
      id: String(n),
      owner: OWNER,
      title: 'One of many',
      titleKey: 'one of many',
      source: 'interface' as const,
      brief: true,
      createdAt: at(n),
      lastActiveAt: at(n),
    })
    await db.now.database.write(async (tx) => {
      await tx.session.createMany({ data: Array.from({ length: SESSIONS }, (_, n) => session(n)) })
      await tx.$executeRaw`ANALYZE "Session"`
    })
    expect(await rowsRead(db.now.url, 'Session', look)).toBeLessThan(100)
  })
})
