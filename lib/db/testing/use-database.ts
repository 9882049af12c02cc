import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { type Database, openDatabase } from '../client.ts'
import type { Dialect } from '../database-url.ts'
import { createRepositories, type Repositories } from '../repositories.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres']

/** Counts words, so that a test sees at a glance what a text should count. */
const wordCounter: TokenCounter = {
  async count(text) {
    const words = text.split(/\s+/).filter(Boolean).length
    return { cl100k: words, o200k: words }
  },
}

type Opened = Repositories & { database: Database }

/** A database for the tests of one `describe`, empty before each. Its parts are there once the tests run. */
export type DatabaseUnderTest = {
  readonly now: TestDatabase & Opened
  /** Another client of the same database, as another process has one. */
  another(): Promise<Opened>
}

/** `make`: where it is no database like all others. */
export function useDatabase(
  dialect: Dialect,
  make = () => createTestDatabase(dialect, inject('postgresUrl')),
): DatabaseUnderTest {
  let current: (TestDatabase & Opened) | undefined
  const others: Opened[] = []

  const open = async (url: string): Promise<Opened> => {
    const database = await openDatabase(url)
    return { database, ...createRepositories(database, { tokens: wordCounter }) }
  }
  const get = () => {
    if (!current) throw new Error('The database is opened before the tests, not while they are described.')
    return current
  }

  beforeAll(async () => {
    const made = await make()
    current = { ...made, ...(await open(made.url)) }
  })
  beforeEach(() =>
    get().database.write(async (tx) => {
      await tx.session.deleteMany()
      await tx.promptText.deleteMany()
      await tx.job.deleteMany()
      await tx.process.deleteMany()
      await tx.setting.deleteMany()
      await tx.rateCount.deleteMany()
      await tx.accessAttempt.deleteMany()
    }),
  )
  afterAll(async () => {
    await Promise.all([...others, get()].map(({ database }) => database.close()))
    await get().remove()
  })

  return {
    get now() {
      return get()
    },
    async another() {
      const opened = await open(get().url)
      others.push(opened)
      return opened
    },
  }
}
