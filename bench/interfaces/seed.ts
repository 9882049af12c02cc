import { openDatabase } from '../../lib/db/client.ts'
import { titled } from '../../lib/db/title-key.ts'

/** The owner of everything until accounts exist. */
const OWNER = 'local'
const AT_ONCE = 2_000

/** A session of so many messages, and as many sessions of a program in which little was said. */
export const LONG_SESSION = 'long'

/** Fills an empty database with sessions as programs leave them. */
export async function seedInterfaces(
  url: string,
  { sessions, messages }: { sessions: number; messages: number },
): Promise<void> {
  const now = Date.now()
  const database = await openDatabase(url)
  const session = (id: string, messageCount: number, age: number) => ({
    id,
    owner: OWNER,
    source: 'interface' as const,
    user: 'bench',
    ...titled(id, 'user'),
    createdAt: new Date(now - age),
    lastActiveAt: new Date(now - age),
    nextSeq: messageCount,
    answeredSeq: messageCount - 1,
    messageCount,
  })
  const message = (sessionId: string, seq: number) => ({
    id: `${sessionId}-${seq}`,
    owner: OWNER,
    sessionId,
    seq,
    role: seq % 2 === 0 ? ('user' as const) : ('assistant' as const),
    parts: [{ type: 'text', text: `What was said at ${seq}.` }],
    text: `What was said at ${seq}.`,
    tokensCl100k: 7,
    tokensO200k: 7,
    createdAt: new Date(now),
  })
  const ids = Array.from({ length: sessions - 1 }, (_, index) => `session-${index}`)
  const rows = function* () {
    for (const id of ids) yield* [message(id, 0), message(id, 1)]
    for (let seq = 0; seq < messages; seq++) yield message(LONG_SESSION, seq)
  }
  try {
    const all = [
      session(LONG_SESSION, messages, 0),
      ...ids.map((id, index) => session(id, 2, 1_000 * (index + 1))),
    ]
    for (let from = 0; from < all.length; from += AT_ONCE)
      await database.write((tx) => tx.session.createMany({ data: all.slice(from, from + AT_ONCE) }))
    let batch: ReturnType<typeof message>[] = []
    const store = async () => {
      await database.write((tx) => tx.message.createMany({ data: batch }))
      batch = []
    }
    for (const row of rows()) {
      batch.push(row)
      if (batch.length === AT_ONCE) await store()
    }
    if (batch.length > 0) await store()
  } finally {
    await database.close()
  }
}
