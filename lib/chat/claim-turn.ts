import { AppError } from '../errors.ts'
import type { BegunTurn, NewTurn, TurnStore } from '../ports/turn-store.ts'
import type { Reaper } from './reaper.ts'
import type { RunRegistry } from './run-registry.ts'

type Deps = {
  store: Pick<TurnStore, 'begin'>
  registry: Pick<RunRegistry, 'claim' | 'release'>
  reaper: Pick<Reaper, 'livingRun'>
}

/** Stores a turn, whose run is this process's from before it is stored. Throws what `TurnStore.begin` does. */
export async function claimTurn(deps: Deps, turn: NewTurn): Promise<BegunTurn> {
  const { registry } = deps
  registry.claim(turn.runId)
  let begun: BegunTurn | null = null
  try {
    begun = await beginOrReap(deps, turn)
    return begun
  } finally {
    if (begun?.kind !== 'begun') registry.release(turn.runId)
  }
}

/** A session that a dead run holds is freed first; one that a living run holds is busy. */
async function beginOrReap({ store, reaper }: Deps, turn: NewTurn): Promise<BegunTurn> {
  try {
    return await store.begin(turn)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'session_busy') throw error
    // No run holds it.
    if (error.details === undefined) throw error
    if ((await reaper.livingRun(turn.owner, turn.place.sessionId)) !== null) throw error
    return store.begin(turn)
  }
}
