import { AppError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { EndedTurn, NewTurn, TurnStore } from '../ports/turn-store.ts'
import { textOf } from '../schemas/message.ts'
import type { Outcome } from './answer.ts'
import type { LiveRun } from './live-run.ts'
import { pause } from './pause.ts'
import type { TurnPlan } from './plan-turn.ts'

type Deps = {
  store: Pick<TurnStore, 'end' | 'read'>
  tokens: TokenCounter
  clock: Clock
  log: Logger
  /** Waits between tries to store the end. */
  endRetriesMs: readonly number[]
}

/** `planned` is null where the turn failed before its plan was made. */
type Ending = { turn: NewTurn; run: LiveRun; planned: TurnPlan | null; outcome: Outcome }

/**
 * Stores an answer's end, and tells its readers only then, so that their next request finds the session free.
 * A database that is away is waited for; when it stays away the readers get an error, and the run is reaped
 * later with what its log holds. Never throws.
 */
export async function endTurn(deps: Deps, ending: Ending): Promise<void> {
  const { turn, run } = ending
  for (let attempt = 0; ; attempt++) {
    try {
      await storeEnd(deps, ending)
      const { answer } = await deps.store.read(turn.owner, run.runId)
      return run.end(answer)
    } catch (error) {
      const wait = deps.endRetriesMs[attempt]
      if (wait !== undefined && isPassing(error)) {
        await pause(wait)
        continue
      }
      if (isForgotten(error)) return run.fail({ type: 'error', error: forgotten().toBody() })
      deps.log.error('The end of an answer could not be stored.', { runId: run.runId, error })
      return run.fail({ type: 'error', error: notStored(error).toBody() })
    }
  }
}

/** Nothing is written for a run that another process took over: that one's end counts. */
async function storeEnd(deps: Deps, { turn, run, planned, outcome }: Ending): Promise<void> {
  if (outcome === null) return
  const ended: EndedTurn = {
    owner: turn.owner,
    runId: run.runId,
    processId: turn.processId,
    ...outcome,
    parts: run.parts.map((part) => ({ ...part })),
    tokens: await deps.tokens.count(textOf(run)),
    context: planned && { map: planned.map, texts: planned.texts },
    now: deps.clock.now(),
  }
  await deps.store.end(ended)
}

const isPassing = (error: unknown) =>
  error instanceof AppError && (error.code === 'database_busy' || error.code === 'database_unavailable')

/** A run that is gone was cleared or deleted, by another process, while this one answered: no failure. */
const isForgotten = (error: unknown) => error instanceof AppError && error.code === 'run_not_found'

const forgotten = () =>
  new AppError('session_not_found', 'The conversation was cleared or deleted while it was being answered.')

const notStored = (cause: unknown) =>
  new AppError(
    'database_unavailable',
    'The answer could not be stored. What came before is kept, and will be marked as interrupted. Reload the page in a moment.',
    { cause },
  )
