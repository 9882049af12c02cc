import { openDatabase } from '../../lib/db/client.ts'
import { countTokens } from '../../lib/tokens/index.ts'
import { chatText } from '../chat-text.ts'
import { createRandom } from '../random.ts'

/** The owner of everything until accounts exist. */
const OWNER = 'local'
const AT_ONCE = 5_000

/** Sessions with so many messages each, questions and answers in turn. The same every time. */
export async function seedSessions(
  databaseUrl: string,
  sessions: readonly { id: string; messages: number }[],
): Promise<void> {
  const database = await openDatabase(databaseUrl)
  const text = chatText(200_000)
  const { below, pick } = createRandom(5)
  const pieces = (least: number, more: number) =>
    Array.from({ length: 300 }, () => {
      const from = below(text.length - least - more)
      const piece = text.slice(from, from + least + below(more)).trim()
      const [tokensO200k, tokensCl100k] = [
        countTokens(piece, 'o200k_base'),
        countTokens(piece, 'cl100k_base'),
      ]
      return { text: piece, parts: [{ type: 'text', text: piece }], tokensO200k, tokensCl100k }
    })
  const [questions, answers] = [pieces(20, 200), pieces(100, 1_500)]
  const createdAt = new Date()

  const rows = sessions.flatMap(({ id, messages }) =>
    Array.from({ length: messages }, (_, seq) => ({
      id: `${id}-${seq}`,
      owner: OWNER,
      sessionId: id,
      seq,
      role: seq % 2 === 0 ? ('user' as const) : ('assistant' as const),
      parentId: null,
      ...pick(seq % 2 === 0 ? questions : answers),
      createdAt,
    })),
  )
  try {
    await database.write(async (tx) => {
      await tx.session.createMany({
        data: sessions.map(({ id, messages }) => ({
          id,
          owner: OWNER,
          title: id,
          titleKey: id,
          // Named by the user: no model is asked for a title.
          titleBy: 'user' as const,
          nextSeq: messages,
          messageCount: messages,
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
