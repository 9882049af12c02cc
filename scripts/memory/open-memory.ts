import { createRememberedPages, type RememberedPages } from '../../lib/chat/remembered-pages.ts'
import { createEmbedding, type Embedding } from '../../lib/container/embedding.ts'
import { openDatabase } from '../../lib/db/client.ts'
import { locateDatabase } from '../../lib/db/database-url.ts'
import { migrationStatus } from '../../lib/db/migrations/deploy.ts'
import { createRepositories, type Repositories } from '../../lib/db/repositories.ts'
import type { Env } from '../../lib/env.ts'
import { createRecall } from '../../lib/recall/recall.ts'
import { storedTexts } from '../../lib/recall/stored-texts.ts'
import { createTokenCounter } from '../../lib/tokens/token-counter.ts'
import { PlainError } from '../progress.mjs'

/** How long a question may take to get its vector: here the model is loaded for it alone. */
const WITHIN_MS = 60_000

/** What is remembered in a database, as the memory's page has it, without a server. */
export type OpenMemory = {
  /** Where it is, without a password. */
  label: string
  /** Whether the server is told to remember. */
  isOn: boolean
  pages: Pick<RememberedPages, 'page' | 'state'>
  sessions: Pick<Repositories['sessions'], 'choices'>
  settings: Pick<Repositories['settings'], 'get'>
  close(): Promise<void>
}

type Chosen = Parameters<typeof createEmbedding>[0] & Pick<Env, 'DATABASE_URL' | 'RECALL'>

/** Makes no database and changes none. Throws `PlainError` where there is none, or it is of another version. */
export async function openMemory(root: string, env: Chosen): Promise<OpenMemory> {
  const { label } = locateDatabase(env.DATABASE_URL, root)
  const pending = await migrationStatus({ url: env.DATABASE_URL, root })
  if (pending.length > 0)
    throw new PlainError(
      `There is no database of this version at ${label}. npm start makes it, or brings it up to date.`,
    )
  const clock = { now: () => new Date() }
  const tokens = createTokenCounter()
  const database = await openDatabase(env.DATABASE_URL, { root })
  const repositories = createRepositories(database, { tokens })
  const embedding: Embedding | null = env.RECALL ? createEmbedding(env, { clock }) : null
  const recall =
    embedding &&
    createRecall({
      ...embedding,
      index: repositories.recallIndex,
      textsOf: storedTexts,
      withinMs: WITHIN_MS,
    })
  const { sessions, settings } = repositories
  return {
    ...{ label, sessions, settings },
    isOn: env.RECALL,
    pages: createRememberedPages({ ...repositories, clock, recall, embedding, onAsk: () => undefined }),
    async close() {
      await Promise.all([tokens.close(), embedding?.close()])
      await database.close()
    },
  }
}
