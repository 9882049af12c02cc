import type { Clock } from '../ports/clock.ts'
import type { Processes } from '../ports/processes.ts'
import type { TurnStore } from '../ports/turn-store.ts'
import type { LivenessClock } from './liveness-clock.ts'
import type { RunRegistry } from './run-registry.ts'

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
  /** A process knows of its own runs without a heartbeat: it may have slept. */
  self: { processId: string; registry: Pick<RunRegistry, 'owns'> }
  liveness: Pick<LivenessClock, 'sync' | 'signsOfLife'>
  clock: Clock
}): Reaper {
  const { liveness, self, clock } = deps

  async function reap(processIds: string[]): Promise<number> {
    await liveness.sync()
    return deps.processes.reap({
      processIds,
      signs: liveness.signsOfLife(),
      self: { processId: self.processId, owns: self.registry.owns },
      now: clock.now(),
    })
  }

  return {
    async livingRun(owner, sessionId) {
      await liveness.sync()
      const holder = await deps.store.holder(owner, sessionId, liveness.signsOfLife())
      if (holder === null) return null
      const lives = holder.processId === self.processId ? self.registry.owns(holder.runId) : holder.alive
      if (lives) return holder.runId
      await reap([])
      return null
    },
    reapStale: () => reap([]),
    reapProcesses: reap,
  }
}
