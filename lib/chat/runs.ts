import { AppError } from '../errors.ts'
import type { Logger } from '../ports/logger.ts'
import type { TurnStore } from '../ports/turn-store.ts'
import type { MessageView } from '../schemas/message.ts'
import type { Position, RunEvent } from '../schemas/run-event.ts'
import { deltasFrom } from './deltas.ts'
import { pause } from './pause.ts'
import type { Reaper } from './reaper.ts'
import { createRemoteRun, type RemoteRun } from './remote-run.ts'
import type { RunRegistry } from './run-registry.ts'

/** All runs, whichever process writes them. */
export type Runs = {
  /** Throws `shutting_down` once the process takes no new turns. */
  assertOpen(): void
  /**
   * An answer from a position on: out of memory while this process writes it, out of the database while another
   * does and once it has ended. Whoever stops reading aborts `left`. Throws `run_not_found`.
   */
  follow(
    owner: string,
    runId: string,
    from: Position,
    left?: AbortSignal,
  ): Promise<AsyncGenerator<RunEvent, void, undefined>>
  /** Cancels the model call; what was written stays. Another process is asked to do it. */
  stop(owner: string, runId: string): Promise<{ ended: boolean }>
  /** Stops what this process runs in a session, or everywhere, and waits until it is stored. */
  stopSession(sessionId: string | null): Promise<void>
  /** No new turns; running ones get `graceMs`, then are kept as interrupted. */
  shutdown(graceMs: number): Promise<void>
  /** Aborted when the shutdown is over: nothing may be written from then on. */
  readonly closed: AbortSignal
}

export function createRuns(deps: {
  registry: RunRegistry
  store: Pick<TurnStore, 'read' | 'readFrom' | 'requestStop'>
  reaper: Pick<Reaper, 'livingRun'>
  log: Logger
  /** Between two looks at a run of another process. */
  pollMs: number
  /** How long the database may be away before those who follow such a run are told. */
  patienceMs: number
}): Runs {
  const { registry, store } = deps
  const remote = new Map<string, RemoteRun>()
  const closed = new AbortController()
  let open = true

  function remoteRun(owner: string, runId: string): RemoteRun {
    const known = remote.get(runId)
    if (known) return known
    const run = createRemoteRun(deps, { owner, runId }, () => remote.delete(runId))
    remote.set(runId, run)
    return run
  }

  return {
    closed: closed.signal,

    assertOpen() {
      if (!open)
        throw new AppError('shutting_down', 'The server is shutting down. Nothing was stored: send it again.')
    },

    async follow(owner, runId, from, left) {
      const run = registry.get(runId)
      if (run?.owner === owner) return run.follow(from, left)
      const { answer, ended } = await store.read(owner, runId)
      return ended ? retold(answer, from) : remoteRun(owner, runId).follow(from, left)
    },

    async stop(owner, runId) {
      const run = registry.get(runId)
      if (run?.owner !== owner) return store.requestStop(owner, runId)
      // One's own is stopped whatever the database does.
      run.abort('stopped')
      return { ended: false }
    },

    async stopSession(sessionId) {
      const running = registry.running(sessionId)
      for (const run of running) run.abort('stopped')
      await Promise.all(running.map((run) => run.ended))
    },

    async shutdown(graceMs) {
      open = false
      const grace = new AbortController()
      await Promise.race([
        Promise.all(registry.running(null).map((run) => run.ended)).finally(() => grace.abort()),
        pause(graceMs, grace.signal),
      ])
      registry.interruptAll()
      await Promise.all(registry.running(null).map((run) => run.ended))
      closed.abort()
    },
  }
}

/** An ended answer, as one who had followed it was told. */
async function* retold(answer: MessageView, from: Position): AsyncGenerator<RunEvent, void, undefined> {
  yield* deltasFrom(answer.parts, from)
  yield { type: 'end', answer }
}
