import type { KeptContext, TurnContext } from '../ports/turn-store.ts'
import type { Database, Writer } from './client.ts'
import { toJson } from './to-json.ts'

/** See `TurnStore.keepContext`. */
export function keepContext(
  database: Database,
  { runId, processId, context, now }: KeptContext,
): Promise<boolean> {
  return database.write(async (tx) => {
    const run = await tx.run.findFirst({ where: { id: runId, processId, lock: { not: null } } })
    if (run === null) return false
    await storeContext(tx, run, context, now)
    return true
  })
}

/** Stores the decision behind an answer, and the texts that it names, where they are not stored yet. */
export async function storeContext(
  tx: Writer,
  run: { owner: string; sessionId: string; messageId: string },
  { map, texts }: TurnContext,
  now: Date,
): Promise<void> {
  const { owner, sessionId, messageId } = run
  await tx.contextMap.upsert({
    where: { messageId },
    create: { messageId, owner, sessionId, map: toJson(map), createdAt: now },
    update: {},
  })
  const byHash = new Map(texts.map(({ hash, text }) => [hash, text]))
  for (const [hash, text] of byHash) {
    // The update changes nothing but holds the row, so that no purge takes it before its use is written.
    await tx.promptText.upsert({ where: { hash }, create: { hash, text }, update: { text } })
    const use = { messageId, hash }
    await tx.promptUse.upsert({ where: { messageId_hash: use }, create: use, update: {} })
  }
}
