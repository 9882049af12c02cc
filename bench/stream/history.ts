import { openDatabase } from '../../lib/db/client.ts'
import { countTokens } from '../../lib/tokens/index.ts'
import { chatText } from '../chat-text.ts'
import { createRandom } from '../random.ts'

/** The owner of everything until accounts exist. */
const OWNER = 'local'
const AT_ONCE = 5_000

/** What a summary leaves to be sent as it is, in tokens: well within the default limit. */
const LEFT_BY_SUMMARY = 4_000

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

/**
 * Stores a session under each of the ids, each with that conversation, and with the summary that a conversation so long
 * has by then: without one a turn sends all that the model can hold.
 */
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
  const summary = summaryOf(messages)
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
      if (summary)
        await tx.summary.createMany({
          data: ids.map((sessionId) => ({ ...summary, sessionId, id: `${sessionId}-summary`, createdAt })),
        })
    })
  } finally {
    await database.close()
  }
}

/** null: all that was said is sent as it is. */
function summaryOf(messages: readonly { owner: string; seq: number; role: string; tokensO200k: number }[]) {
  let left = 0
  const tooMany = messages.findLastIndex(({ tokensO200k }) => {
    left += tokensO200k
    return left > LEFT_BY_SUMMARY
  })
  if (tooMany < 0) return null
  const told = messages.slice(
    0,
    messages.findLastIndex(({ role }, n) => role === 'user' && n <= tooMany),
  )
  const last = told.at(-1)
  if (!last) return null
  const text = told
    .slice(0, 4)
    .map(({ seq }) => `What was said at ${seq}.`)
    .join(' ')
  return {
    owner: last.owner,
    version: 1,
    fromSeq: 0,
    toSeq: last.seq,
    messageCount: told.length,
    text,
    tokensO200k: countTokens(text, 'o200k_base'),
    tokensCl100k: countTokens(text, 'cl100k_base'),
    author: 'model' as const,
    model: null,
    omitted: [],
    conflicts: [],
  }
}
