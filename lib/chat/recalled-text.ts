import { cutPassage, quotedPassages, type RecalledPassage, type Words } from '../memory/index.ts'
import type { ReceiptView } from '../ports/context-maps.ts'
import { dayOf } from './day-of.ts'

/** What of passages can still be told. */
export type KnownPassages = {
  /** By the id of a message. */
  words: ReadonlyMap<string, Words>
  /** By the rank of a passage. */
  receipts: ReadonlyMap<number, ReceiptView>
}

/** What was recalled, as it was sent; null where the text of any passage was forgotten since. */
export function recalledText(
  wrapper: string,
  passages: readonly RecalledPassage[],
  { words, receipts }: KnownPassages,
): string | null {
  const quoted = []
  for (const { exchangeId, answerId, rank, chars } of passages) {
    const { title = null, saidAt = null } = receipts.get(rank) ?? {}
    const user = words.get(exchangeId)?.content
    const assistant = answerId === null ? null : words.get(answerId)?.content
    if (saidAt === null || user === undefined || assistant === undefined) return null
    quoted.push({ date: dayOf(saidAt), title, ...cutPassage({ user, assistant }, chars) })
  }
  return quotedPassages(wrapper, quoted)
}
