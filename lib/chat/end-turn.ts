import { AppError } from '../errors.ts'
import { type ContextMap, summaryDue, writtenText } from '../memory/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { EndedAnswer, EndedTurn, NewTurn, TurnStore } from '../ports/turn-store.ts'
import { type MessageView, textOf } from '../schemas/message.ts'
import type { Outcome } from './answer.ts'
import { forgottenWhileAnswered, isForgotten } from './forgotten.ts'
import type { LiveRun } from './live-run.ts'
import { isPassing } from './passing.ts'
import { pause } from './pause.ts'
import type { Runs } from './runs.ts'
import { tokensIn } from './tokens-in.ts'

export type EndDeps = {
  store: Pick<TurnStore, 'end' | 'read'>
  runs: Pick<Runs, 'closed'>
  tokens: TokenCounter
  clock: Clock
  log: Logger
  /** The end of an answer has asked for jobs. */
  onAsk(): void
  /** Waits between tries to store the end; the last one is repeated. */
  endRetriesMs: readonly number[]
}

type Ending = {
  turn: NewTurn
  run: LiveRun
  outcome: Outcome
  /** null: the turn failed before it was planned. */
  sent: ContextMap | null
  /** Whether what was said may be recalled later. */
  remembered: boolean
}

/**
 * Stores an answer's end, and tells its readers only then, so that their next request finds the session free. A
 * database that is away is waited for until it is back or the process ends: the text is nowhere else. When it stays
 * away the readers get an error meanwhile. Gives what is stored; null where that is not known, or not to be seen. Never
 * throws.
 */
export async function endTurn(deps: EndDeps, ending: Ending): Promise<MessageView | null> {
  const { turn, run } = ending
  const { endRetriesMs, runs } = deps
  for (let attempt = 0; ; attempt++) {
    try {
      const stored = await storeEnd(deps, ending)
      if (stored?.asked) deps.onAsk()
      const { answer } = stored ?? (await deps.store.read(turn.owner, run.runId))
      if (stored && !stored.visible) {
        run.fail(forgotten())
        return null
      }
      run.end(answer)
      return answer
    } catch (error) {
      if (isForgotten(error)) {
        run.fail(forgotten())
        return null
      }
      const passing = isPassing(error)
      if (!passing || attempt === endRetriesMs.length) {
        deps.log.error('The end of an answer could not be stored.', { runId: run.runId, error })
        run.fail({ type: 'error', error: notStored(error).toBody() })
      }
      if (!passing || runs.closed.aborted) return null
      await pause(endRetriesMs[attempt] ?? endRetriesMs.at(-1) ?? 0, runs.closed)
    }
  }
}

/** null for a run that another process took over: nothing is written, that one's end counts. */
async function storeEnd(
  deps: EndDeps,
  { turn, run, outcome, sent, remembered }: Ending,
): Promise<EndedAnswer | null> {
  if (outcome === null) return null
  const toolCalls = outcome.status === 'complete' ? run.toolCalls : []
  const text = writtenText({ text: textOf(run), ...(toolCalls.length > 0 ? { toolCalls } : {}) })
  const tokens = await deps.tokens.count(text)
  const isKept = outcome.status === 'complete' || outcome.status === 'stopped'
  const ended: EndedTurn = {
    owner: turn.owner,
    runId: run.runId,
    processId: turn.processId,
    ...outcome,
    parts: run.parts.map((part) => ({ ...part })),
    toolCalls,
    tokens,
    summaryDue: isKept && sent !== null && summaryDue(sent, tokensIn(sent.encoding, tokens, text)),
    remember: isKept && remembered,
    rememberBefore: remembered && bringsAnswers(turn),
    context: run.unlogged().context?.context ?? null,
    now: deps.clock.now(),
  }
  return deps.store.end(ended)
}

/** Whether a client told with its message of answers that are not stored yet. */
const bringsAnswers = ({ prompt }: NewTurn): boolean =>
  prompt.kind === 'send' && (prompt.splice?.before ?? []).some(({ role }) => role === 'assistant')

const forgotten = () => ({ type: 'error' as const, error: forgottenWhileAnswered().toBody() })

const notStored = (cause: unknown) =>
  new AppError(
    'database_unavailable',
    'The answer could not be stored: the database does not answer. The server keeps what it has and goes on trying. Reload the page in a moment.',
    { cause },
  )
