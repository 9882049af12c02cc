import { randomUUID } from 'node:crypto'
import type { DatabaseUnderTest } from '../../db/testing/use-database.ts'
import type { AskStreamDeps } from '../ask-stream.ts'
import type { Chat } from './use-chat.ts'

/** What the interfaces are made of, over one process's part of the chat. */
export const askDeps = (
  database: DatabaseUnderTest['now'],
  { turns, runs }: Pick<Chat, 'turns' | 'runs'>,
  maxHistoryLength = 20,
): AskStreamDeps => ({
  ...database,
  store: database.turnStore,
  turns,
  runs,
  ids: { next: () => randomUUID() },
  maxHistoryLength,
})
