import type { TurnContext } from '../ports/turn-store.ts'
import type { Writer } from './client.ts'
import { toJson } from './to-json.ts'

/** The decision behind an answer, and whose answer it is. */
export type AnswerContext = {
  owner: string
  sessionId: string
  messageId: string
  context: TurnContext
  now: Date
}

/**
 * Stores the decision behind an answer, and the texts that it names, where they are not stored yet. Each update changes
 * nothing; it makes one statement of an upsert, which waits for another transaction that stores the same.
 */
export async function storeContext(tx: Writer, answer: AnswerContext): Promise<void> {
  const { owner, sessionId, messageId, context, now } = answer
  await tx.contextMap.upsert({
    where: { messageId },
    create: { messageId, owner, sessionId, map: toJson(context.map), createdAt: now },
    update: { sessionId },
    select: { messageId: true },
  })
  const byHash = new Map(context.texts.map(({ hash, text }) => [hash, text]))
  for (const [hash, text] of byHash) {
    // It holds the row, so that no purge takes it before its use is written.
    await tx.promptText.upsert({ where: { hash }, create: { hash, text }, update: { text } })
    const use = { messageId, hash }
    await tx.promptUse.upsert({ where: { messageId_hash: use }, create: use, update: { hash } })
  }
}
