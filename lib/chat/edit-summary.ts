import { quoteLines } from '../memory/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Summaries } from '../ports/summaries.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { SummaryView } from '../schemas/summary.ts'

type Deps = { summaries: Pick<Summaries, 'edit'>; tokens: TokenCounter; clock: Clock; ids: Ids }

/** A new version in the user's words, of the range of the newest one. Throws what `Summaries.edit` throws. */
export async function editSummary(
  { summaries, tokens, clock, ids }: Deps,
  owner: string,
  sessionId: string,
  { version, text }: { version: number; text: string },
): Promise<SummaryView> {
  const counts = await tokens.count(quoteLines(text))
  return summaries.edit(owner, sessionId, { id: ids.next(), version, text, tokens: counts, now: clock.now() })
}
