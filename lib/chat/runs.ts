import { AppError } from '../errors.ts'
import type { TurnStore } from '../ports/turn-store.ts'
import type { Position, RunEvent } from '../schemas/run-event.ts'
import { deltasFrom } from './deltas.ts'
import type { LiveRun } from './live-run.ts'
import { pause } from './pause.ts'
import type { Reaper } from './reaper.ts'

/** The runs of this process, and the way to those of others. */
export type Runs = {
  /** Throws `shutting_down` once the process takes no new turns. */
  assertOpen(): void
  add(run: LiveRun): void
  remove(run: LiveRun): void
  /** An answer from a position on: live, or out of the database when another process writes it or it has ended. */
  follow(owner: string, runId: string, from: Position): Promise<AsyncGenerator<RunEvent, void, undefined>>
  /** Cancels the model call; what was written stays. Another process is asked to do it. */
  stop(owner: string, runId: string): Promise<{ ended: boolean }>
  /** Stops what this process runs in a session, or everywhere, and waits until it is stored. */
  stopSession(sessionId: string | null): Promise<void>
  /** No new turns; running ones get `graceMs`, then are kept as interrupted. */
  shutdown(graceMs: number): Promise<void>
}

export function createRuns(deps: {
  store: Pick<TurnStore, 'read' | 'requestStop'>
  reaper: Reaper
  /** Between two looks at a run of another process. */
  pollMs: number
}): Runs {
  const live = new Map<string, LiveRun>()
  let open = true

  async function* followStored(
    owner: string,
    runId: string,
    from: Position,
  ): AsyncGenerator<RunEvent, void, undefined> {
    let at = from
    for (;;) {
      const { answer, sessionId, ended } = await deps.store.read(owner, runId)
      for (const delta of deltasFrom(answer.parts, at)) {
        at = { part: delta.part, offset: delta.offset + delta.text.length }
        yield delta
      }
      if (ended) {
        yield { type: 'end', answer }
        return
      }
      if ((await deps.reaper.livingRun(owner, sessionId)) === null) continue
      await pause(deps.pollMs)
    }
  }

  const all = (sessionId: string | null) =>
    [...live.values()].filter((run) => sessionId === null || run.sessionId === sessionId)

  return {
    assertOpen() {
      if (!open)
        throw new AppError('shutting_down', 'The server is shutting down. Nothing was stored: send it again.')
    },
    add: (run) => void live.set(run.runId, run),
    remove: (run) => void live.delete(run.runId),

    async follow(owner, runId, from) {
      await deps.store.read(owner, runId)
      const run = live.get(runId)
      return run ? run.follow(from) : followStored(owner, runId, from)
    },

    async stop(owner, runId) {
      const stop = await deps.store.requestStop(owner, runId)
      live.get(runId)?.abort('stopped')
      return stop
    },

    async stopSession(sessionId) {
      const running = all(sessionId)
      for (const run of running) run.abort('stopped')
      await Promise.all(running.map((run) => run.ended))
    },

    async shutdown(graceMs) {
      open = false
      const grace = new AbortController()
      await Promise.race([
        Promise.all(all(null).map((run) => run.ended)).finally(() => grace.abort()),
        pause(graceMs, grace.signal),
      ])
      for (const run of all(null)) run.abort('interrupted')
      await Promise.all(all(null).map((run) => run.ended))
    },
  }
}
