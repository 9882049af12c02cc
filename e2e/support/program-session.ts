import { openDatabase } from '../../lib/db/client.ts'
import { exchange } from '../../lib/db/testing/turns.ts'
import { createTurnStore } from '../../lib/db/turn-store.ts'

/** Has a program begin a conversation with these words, straight in the database of a server. Its id. */
export async function beginAsProgram(url: string, text: string): Promise<string> {
  const database = await openDatabase(url)
  try {
    const kind = { source: 'interface', user: 'ada' } as const
    const turnStore = createTurnStore(database)
    const { sessionId } = await exchange({ turnStore }, { owner: 'local', text, kind, now: new Date() })
    return sessionId
  } finally {
    await database.close()
  }
}
