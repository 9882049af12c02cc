import { openDatabase } from '../../lib/db/client.ts'
import { countTokens } from '../../lib/tokens/index.ts'
import { chatText } from '../chat-text.ts'
import { createRandom } from '../random.ts'

/** The owner of everything until accounts exist. */
const OWNER = 'local'
const AT_ONCE = 5_000

export type Said = { role: 'user' | 'assistant'; text: string }

/** A conversation of so many messages, a question first. The same every time. */
export function conversation(length: number): Said[] {
  const text = chatText(200_000)
  const { below } = createRandom(5)
  const piece = (least: number, more: number) => {
    const from = below(text.length - least - more)
    return text.slice(from, from + least + below(more)).trim()
  }
  return Array.from({ length }, (_, n) =>
    n % 2 === 0 ? { role: 'user', text: piece(20, 200) } : { role: 'assistant', text: piece(100, 1_500) },
  )
}

/** Stores a session under each of the ids, each with that conversation. */
export async function seedSessions(
  databaseUrl: string,
  ids: readonly string[],
  said: readonly Said[],
): Promise<void> {
  const createdAt = new Date()
  const messages = said.map(({ role, text }, seq) => ({
    owner: OWNER,
    seq,
    role,
    text,
    parts: [{ type: 'text', text }],
    tokensO200k: countTokens(text, 'o200k_base'),
    tokensCl100k: countTokens(text, 'cl100k_base'),
    createdAt,
  }))
  const rows = ids.flatMap((sessionId) =>
    messages.map((message) => ({ ...message, sessionId, id: `${sessionId}-${message.seq}` })),
  )
  const database = await openDatabase(databaseUrl)
  try {
    await database.write(async (tx) => {
      await tx.session.createMany({
        data: ids.map((id) => ({
          id,
          owner: OWNER,
          title: id,
          titleKey: id,
          // Named by the user: no model is asked for a title.
          titleBy: 'user' as const,
          nextSeq: said.length,
          messageCount: said.length,
          tokenCount: messages.reduce((sum, { tokensO200k }) => sum + tokensO200k, 0),
          createdAt,
          lastActiveAt: createdAt,
        })),
      })
      for (let from = 0; from < rows.length; from += AT_ONCE)
        await tx.message.createMany({ data: rows.slice(from, from + AT_ONCE) })
    })
  } finally {
    await database.close()
  }
}
