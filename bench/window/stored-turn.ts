import type { Database } from '../../lib/db/client.ts'
import { type PlanInput, plan } from '../../lib/memory/index.ts'

export const OWNER = 'owner'

/** Stores the turn's path with its summaries, its marks, and the decision of the turn before. */
export async function storeTurn(database: Database, sessionId: string, turn: PlanInput): Promise<void> {
  const { rows, summaries } = turn
  const createdAt = new Date()
  await database.write(async (tx) => {
    await tx.session.create({
      data: {
        id: sessionId,
        owner: OWNER,
        title: 'Bench',
        nextSeq: rows.length,
        messageCount: rows.length,
        tokenCount: rows.reduce((sum, { tokens }) => sum + tokens, 0),
        createdAt,
        lastActiveAt: createdAt,
      },
    })
    const messages = rows.map(({ id, tokens, ...row }) => ({
      ...row,
      id: storedId(sessionId, id),
      owner: OWNER,
      sessionId,
      parts: [],
      tokensO200k: tokens,
      tokensCl100k: tokens,
      createdAt,
    }))
    for (let from = 0; from < messages.length; from += 5_000)
      await tx.message.createMany({ data: messages.slice(from, from + 5_000) })
    for (const { id, tokens, omitted, ...version } of summaries?.versions ?? [])
      await tx.summary.create({
        data: {
          ...version,
          id: storedId(sessionId, id),
          owner: OWNER,
          sessionId,
          messageCount: version.toSeq + 1,
          text: 'What was said until then. '.repeat(90).trim(),
          tokensO200k: tokens,
          tokensCl100k: tokens,
          author: 'model',
          omitted: omitted.map((gap) => ({ ...gap })),
          conflicts: [],
          createdAt,
        },
      })
    const answered = rows.at(-2)
    if (answered)
      await tx.contextMap.create({
        data: {
          messageId: storedId(sessionId, answered.id),
          owner: OWNER,
          sessionId,
          map: JSON.parse(JSON.stringify(plan(turn).map)),
          createdAt,
        },
      })
  })
}

const storedId = (sessionId: string, id: string): string => `${sessionId}-${id}`
