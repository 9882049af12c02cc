import type { TokenCounts } from '../ports/token-counter.ts'
import { assertPlanFits } from './assert-fits.ts'
import { type DecideDeps, decideTurn, type PlannedTurn } from './decide-turn.ts'

type Pinned = Omit<PlannedTurn, 'newest' | 'continued'> & { text: string; count: TokenCounts }

/**
 * Refuses a new message beside which what is pinned has no room, as the turn itself would once the message is stored.
 * The turn is decided twice for that: it is asked only where something is pinned. Throws as `assertPlanFits`.
 */
export async function assertPinsFit(deps: DecideDeps, { text, count, ...turn }: Pinned): Promise<void> {
  const { map } = await decideTurn(deps, { ...turn, newest: { draft: text, tokens: count } })
  assertPlanFits(turn.model, map)
}
