import type { LiveRun } from './live-run.ts'

/** The runs that this process writes. */
export type RunRegistry = {
  /** Before the run is stored: from then on nobody here may take it for a dead one's. */
  claim(runId: string): void
  add(run: LiveRun): void
  /** It has ended, or never began. */
  release(runId: string): void
  owns(runId: string): boolean
  get(runId: string): LiveRun | undefined
  /** All of a session, or of all for null. */
  running(sessionId: string | null): LiveRun[]
  /** The process ends: all are interrupted, and so is what was about to begin. */
  interruptAll(): void
}

export function createRunRegistry(): RunRegistry {
  const claimed = new Set<string>()
  const live = new Map<string, LiveRun>()
  let isOver = false
  return {
    claim: (runId) => void claimed.add(runId),
    add(run) {
      live.set(run.runId, run)
      if (isOver) run.abort('interrupted')
    },
    release(runId) {
      claimed.delete(runId)
      live.delete(runId)
    },
    owns: (runId) => claimed.has(runId),
    get: (runId) => live.get(runId),
    running: (sessionId) =>
      [...live.values()].filter((run) => sessionId === null || run.sessionId === sessionId),
    interruptAll() {
      isOver = true
      for (const run of live.values()) run.abort('interrupted')
    },
  }
}
