import type { Words } from '../memory/build-context.ts'
import type { ContextMap } from '../memory/context-map.ts'

export type ContextMaps = {
  /**
   * The decision behind an answer and the texts that it names; null where the answer has none. Throws
   * `message_not_found`.
   */
  get(owner: string, answerId: string): Promise<{ map: ContextMap; texts: Map<string, string> } | null>
  /** What messages say, by id; ids that are gone are absent. */
  words(owner: string, messageIds: readonly string[]): Promise<Map<string, Words>>
  /** Where the passages are from that were recalled for an answer, by their rank. Throws `message_not_found`. */
  receipts(owner: string, answerId: string): Promise<Map<number, ReceiptView>>
}

/** As it was sent: the title is null where it was forgotten since, the time where the question was. */
export type ReceiptView = { title: string | null; saidAt: Date | null }
