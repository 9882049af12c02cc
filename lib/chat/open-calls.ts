import { AppError } from '../errors.ts'
import { pause } from './pause.ts'

/** Calls of models that have no run, since nothing of them is kept: the end of the process has to know of them too. */
export type OpenCalls = {
  open(left: AbortSignal): OpenCall
  /** Those that are open get `graceMs`, then are cancelled; so are those that come later. */
  shutdown(graceMs: number): Promise<void>
}

export type OpenCall = {
  /** Aborted with `left`, or with `shutting_down`. */
  signal: AbortSignal
  /** To be called when it has ended, however it did. */
  over(): void
}

export function createOpenCalls(): OpenCalls {
  const open = new Set<Promise<void>>()
  const ending = new AbortController()

  return {
    open(left) {
      const ended = Promise.withResolvers<void>()
      open.add(ended.promise)
      return {
        signal: AbortSignal.any([left, ending.signal]),
        over() {
          open.delete(ended.promise)
          ended.resolve()
        },
      }
    },

    async shutdown(graceMs) {
      const grace = new AbortController()
      await Promise.race([Promise.all(open).finally(() => grace.abort()), pause(graceMs, grace.signal)])
      ending.abort(
        new AppError('shutting_down', 'The server was ended before the answer was over: ask again.'),
      )
    },
  }
}
