import { randomUUID } from 'node:crypto'
import type { DatabaseUnderTest } from '../../db/testing/use-database.ts'
import type { AskStreamDeps } from '../ask-stream.ts'
import type { Chat } from './use-chat.ts'

const NO_CACHE: AskStreamDeps['replyCache'] = { first: () => ({ options: {}, status: async () => null }) }

/** What the interfaces are made of, over one process's part of the chat. */
export const askDeps = (
  database: DatabaseUnderTest['now'],
  { turns, runs }: Pick<Chat, 'turns' | 'runs'>,
  maxHistoryLength = 20,
  replyCache: AskStreamDeps['replyCache'] = NO_CACHE,
): AskStreamDeps => ({
  ...database,
  store: database.turnStore,
  turns,
  runs,
  replyCache,
  ids: { next: () => randomUUID() },
  maxHistoryLength,
})
