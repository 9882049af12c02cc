import { AppError } from '../errors.ts'
import type { Logger } from '../ports/logger.ts'
import type { TurnStore } from '../ports/turn-store.ts'
import { type Position, positionBehind, type RunEvent } from '../schemas/run-event.ts'
import { deltasFrom } from './deltas.ts'
import { forgottenWhileAnswered, isForgotten } from './forgotten.ts'
import { createGrowingAnswer } from './growing-answer.ts'
import { isPassing } from './passing.ts'
import { pause } from './pause.ts'
import type { Reaper } from './reaper.ts'

export type RemoteRunDeps = {
  store: Pick<TurnStore, 'readFrom'>
  reaper: Pick<Reaper, 'livingRun'>
  log: Logger
  /** Between two looks at the log. */
  pollMs: number
  /** How long the database may be away before the readers are told. */
  patienceMs: number
}

/**
 * An answer that another process writes. Its log is read once for all who follow it here, each time from where the
 * last look ended, and only while anyone follows.
 */
export type RemoteRun = {
  follow(from: Position, left?: AbortSignal): AsyncGenerator<RunEvent, void, undefined>
}

/** `onLeft` is called when nobody follows any more. */
export function createRemoteRun(
  { store, reaper, log, pollMs, patienceMs }: RemoteRunDeps,
  { owner, runId }: { owner: string; runId: string },
  onLeft: () => void,
): RemoteRun {
  const answer = createGrowingAnswer()
  let followers = 0
  let reading = false
  let failingForMs = 0

  /** True once the run has ended. */
  async function look(): Promise<boolean> {
    const at = positionBehind(answer.parts)
    const { entries, ended, sessionId } = await store.readFrom(owner, runId, at)
    const news = ended ? deltasFrom(ended.parts, at) : entries
    for (const { kind, text } of news) answer.append(kind, text)
    if (ended) answer.finish({ type: 'end', answer: ended })
    // One whose process is dead is ended here, and the next look finds it so.
    else if (news.length === 0) await reaper.livingRun(owner, sessionId)
    return ended !== null
  }

  /** False when there is nothing more to read. */
  async function lookAgain(): Promise<boolean> {
    try {
      const over = await look()
      failingForMs = 0
      return !over
    } catch (error) {
      failingForMs += pollMs
      if (isPassing(error) && failingForMs <= patienceMs) return true
      answer.finish({ type: 'error', error: told(error).toBody() })
      return false
    }
  }

  async function read(): Promise<void> {
    reading = true
    while (followers > 0 && (await lookAgain())) await pause(pollMs)
    reading = false
  }

  function told(error: unknown): AppError {
    if (isForgotten(error)) return forgottenWhileAnswered()
    if (error instanceof AppError) return error
    log.error('An answer of another process could not be read.', { runId, error })
    return new AppError(
      'internal',
      'The answer could not be read. What was written is kept: reload the page.',
    )
  }

  return {
    async *follow(from, left) {
      followers += 1
      if (!reading) void read()
      try {
        yield* answer.follow(from, left)
      } finally {
        followers -= 1
        if (followers === 0) onLeft()
      }
    },
  }
}
