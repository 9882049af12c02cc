import type { ContextMap, RecalledPassage, RecallRecord } from './context-map.ts'

/** What a search came to. */
export type Recalled =
  | {
      outcome: 'found'
      /** The words that the passages are sent in. */
      wrapper: { hash: string }
      /** The best first, at least one. */
      passages: readonly RecalledPassage[]
      /** Of the whole block as it is sent, at most the reserve of the map: `fitPassages` gives it. */
      tokens: number
      by: NonNullable<RecallRecord['by']>
      model: string | null
      /** What went wrong all the same; null: nothing. */
      failure: string | null
    }
  | { outcome: 'nothing' | 'failed'; by: RecallRecord['by']; model: string | null; failure: string | null }

/**
 * A planned map with what was found in it: right before the newest message of the user, behind which results of tools
 * and a request to go on may stand. All that is before it stays as it was planned, whatever is found.
 */
export function withRecall(map: ContextMap, recalled: Recalled): ContextMap {
  const { outcome, by, model, failure } = recalled
  const recall = { reserve: map.recall?.reserve ?? 0, outcome, failure, by, model }
  if (recalled.outcome !== 'found') return { ...map, recall }
  const newest = map.segments.findLastIndex(
    (segment) => segment.kind === 'message' && segment.role === 'user',
  )
  const found = {
    kind: 'recall' as const,
    hash: recalled.wrapper.hash,
    tokens: recalled.tokens,
    passages: [...recalled.passages],
  }
  const tokens = map.tokens + found.tokens
  return {
    ...map,
    segments: map.segments.toSpliced(newest, 0, found),
    recall,
    tokens,
    overBudget: tokens > map.limit.total,
  }
}
