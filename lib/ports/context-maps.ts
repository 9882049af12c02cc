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
}
