import { AppError } from '../errors.ts'
import type { ModelInfo } from '../ports/chat-models.ts'
import { JobPostponed } from './carry-out-job.ts'

/** After which a call that gave way to an answer is made again, in milliseconds. */
export const GIVE_WAY_MS = 2_000

/** Servers on one's own machine answer one request after the other, whichever conversation it is of. */
const ONE_AT_A_TIME: readonly string[] = ['ollama', 'lmstudio']

/** Whether a call of this model holds up every other one of its server. */
export const answersOneAtATime = ({ provider }: Pick<ModelInfo, 'provider'>): boolean =>
  ONE_AT_A_TIME.includes(provider)

/** Calls of models that nobody waits for: they give way to those that somebody does. */
export type BackgroundCalls = {
  /**
   * Throws what `work` throws; `JobPostponed` where it gave way, `model_timeout` with `tooLong` when its time was over,
   * the signal's reason when that was aborted.
   */
  run<T>(call: BackgroundCall, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** A turn begins: calls that it might have to wait for are cancelled, and made again later. */
  giveWay(sessionId: string): void
}

export type BackgroundCall = {
  model: Pick<ModelInfo, 'provider'>
  /** A turn of this session is given way to by whatever server; null: of none. */
  sessionId: string | null
  /** How long the whole call may take, in milliseconds, and the sentence for when it takes longer. */
  withinMs: number
  tooLong: string
}

export function createBackgroundCalls(): BackgroundCalls {
  const calls = new Set<{ call: BackgroundCall; gaveWay: AbortController }>()

  return {
    async run(call, signal, work) {
      const gaveWay = new AbortController()
      const tooLong = AbortSignal.timeout(call.withinMs)
      const entry = { call, gaveWay }
      calls.add(entry)
      try {
        return await work(AbortSignal.any([signal, gaveWay.signal, tooLong]))
      } catch (error) {
        if (signal.aborted) throw error
        if (gaveWay.signal.aborted) throw new JobPostponed(GIVE_WAY_MS)
        if (!tooLong.aborted) throw error
        throw new AppError('model_timeout', call.tooLong, { cause: error })
      } finally {
        calls.delete(entry)
      }
    },

    giveWay(sessionId) {
      for (const { call, gaveWay } of calls) {
        if (call.sessionId === sessionId || answersOneAtATime(call.model)) gaveWay.abort()
      }
    },
  }
}
