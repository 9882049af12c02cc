import type { Logger } from '../ports/logger.ts'
import type { TurnStore } from '../ports/turn-store.ts'
import type { LiveRun } from './live-run.ts'

/**
 * Writes what all runs of the process have produced, in one transaction every `flushMs`, and reads in the same
 * breath which were stopped or taken over by another process.
 */
export type RunLog = { watch(run: LiveRun): void; close(): Promise<void> }

export function createRunLog(deps: {
  store: Pick<TurnStore, 'append'>
  processId: string
  flushMs: number
  log: Logger
}): RunLog {
  const runs = new Map<string, LiveRun>()
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  const schedule = () => {
    timer ??= setTimeout(() => {
      flushing = flush()
    }, deps.flushMs)
  }

  async function flush() {
    const batch = [...runs.values()].map((run) => ({ run, unlogged: run.unlogged() }))
    try {
      const results = await deps.store.append(
        deps.processId,
        batch.flatMap(({ unlogged }) => unlogged.entries),
        batch.map(({ run }) => run.runId),
        batch.flatMap(({ unlogged }) => unlogged.context ?? []),
      )
      const byRun = new Map(results.map((result) => [result.runId, result]))
      for (const { run, unlogged } of batch) {
        const result = byRun.get(run.runId)
        if (result?.ours === false) run.abort('lost')
        if (!result?.ours) continue
        if (result.stopRequested) run.abort('stopped')
        run.logged(unlogged)
      }
    } catch (error) {
      // Nothing is lost: what was not logged is tried again at the next flush, and the end stores it all.
      deps.log.warn('The log of running answers could not be written; trying again.', { error })
    }
    timer = null
    if (runs.size > 0) schedule()
  }

  return {
    watch(run) {
      runs.set(run.runId, run)
      run.ended.then(() => runs.delete(run.runId))
      schedule()
    },
    async close() {
      if (timer) clearTimeout(timer)
      await flushing
    },
  }
}
