import type { Clock } from '../ports/clock.ts'
import type { Processes } from '../ports/processes.ts'
import type { TurnStore } from '../ports/turn-store.ts'

/** Ends the runs that dead processes left, whoever meets them: nothing depends on a timer. */
export type Reaper = {
  /** The id of the run that answers in a session; null when it is free. A dead run is ended first. */
  livingRun(owner: string, sessionId: string): Promise<string | null>
  /** All runs whose process has not beaten for too long. */
  reapStale(): Promise<number>
  /** Processes that are known to be dead, as on one's own machine at a start. */
  reapProcesses(processIds: string[]): Promise<number>
}

export function createReaper(deps: {
  store: Pick<TurnStore, 'holder'>
  processes: Pick<Processes, 'reap'>
  clock: Clock
  deadAfterMs: number
}): Reaper {
  const deadBefore = () => new Date(deps.clock.now().getTime() - deps.deadAfterMs)
  const reap = (processIds: string[]) =>
    deps.processes.reap({ processIds, deadBefore: deadBefore(), now: deps.clock.now() })

  return {
    async livingRun(owner, sessionId) {
      const holder = await deps.store.holder(owner, sessionId, deadBefore())
      if (holder?.alive) return holder.runId
      if (holder) await reap([])
      return null
    },
    reapStale: () => reap([]),
    reapProcesses: reap,
  }
}
