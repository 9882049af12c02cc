import { type Dispatch, useCallback, useEffect, useRef } from 'react'
import { ApiError } from '@/components/api/api-error'
import type { ChatRequest } from '@/lib/schemas/chat'
import type { RunEvent } from '@/lib/schemas/run-event'
import { type Delta, positionOf } from '../run/delta-seam'
import { followRun, type RunUpdate, sendTurn } from '../run/follow-run'
import { frameBatch } from '../run/frame-batch'
import type { ThreadAction } from './thread-reducer'
import type { ThreadState } from './thread-state'

type Start = Extract<RunEvent, { type: 'start' }>

type Options = {
  state: ThreadState
  dispatch: Dispatch<ThreadAction>
  /** `replaces`: the answer that the new one takes the place of. */
  onStart: (event: Start, replaces: string | null) => void
  onEnd: () => void
  /** The run cannot be followed any further. */
  onLost: (error: unknown) => void
}

/** Reads the thread's run, whoever began it, as long as the page is there. Leaving does not stop the run. */
export function useRun({ state, dispatch, onStart, onEnd, onLost }: Options) {
  const reader = useRef<{ abort: AbortController; runId: string | null } | null>(null)
  const latest = useRef({ state, onStart, onEnd, onLost })
  useEffect(() => {
    latest.current = { state, onStart, onEnd, onLost }
  })

  const read = useCallback(
    async (
      updates: (signal: AbortSignal) => AsyncIterable<RunUpdate>,
      given: {
        runId: string | null
        answerId: string | null
        replaces: string | null
        onStored?: () => void
      },
    ) => {
      const mine = { abort: new AbortController(), runId: given.runId }
      reader.current?.abort.abort()
      reader.current = mine
      let { answerId } = given
      const batch = frameBatch<Delta>((deltas) => {
        if (answerId) dispatch({ type: 'grew', answerId, deltas })
      })
      try {
        for await (const update of updates(mine.abort.signal)) {
          if (update.type === 'delta') batch.add(update)
          else if (update.type === 'link') dispatch({ type: 'linked', up: update.up })
          else if (update.type === 'start') {
            mine.runId = update.runId
            answerId = update.answer.id
            dispatch({ type: 'started', event: update, replaces: given.replaces })
            given.onStored?.()
            latest.current.onStart(update, given.replaces)
          } else {
            batch.flush()
            dispatch({ type: 'ended', answer: update.answer })
            latest.current.onEnd()
          }
        }
      } catch (error) {
        batch.flush()
        if (mine.abort.signal.aborted) return
        dispatch({ type: 'dropped' })
        if (mine.runId === null) throw error
        latest.current.onLost(error)
      } finally {
        if (reader.current === mine) reader.current = null
      }
    },
    [dispatch],
  )

  /** Resolves when the server has stored the turn; rejects with `ApiError` when it has not, or none can say. */
  const begin = useCallback(
    (turn: ChatRequest) =>
      new Promise<void>((resolve, reject) => {
        dispatch({ type: 'sending' })
        const replaces = turn.action === 'regenerate' ? turn.answerId : null
        read((signal) => sendTurn(turn, { signal }), {
          runId: null,
          answerId: null,
          replaces,
          onStored: resolve,
        }).then(
          // Says nothing where it was stored: the promise is settled by then.
          () => reject(new ApiError('unreachable', 'The page was left before the message was stored.')),
          reject,
        )
      }),
    [dispatch, read],
  )

  const runId = state.run?.stage === 'writing' ? state.run.runId : null
  useEffect(() => {
    if (runId === null || reader.current?.runId === runId) return
    const { messages, run } = latest.current.state
    const answer = messages.find(({ id }) => id === run?.answerId)
    const from = positionOf(answer?.parts ?? [])
    void read((signal) => followRun(runId, { from, signal }), {
      runId,
      answerId: answer?.id ?? null,
      replaces: null,
    })
  }, [runId, read])

  useEffect(
    () => () => {
      reader.current?.abort.abort()
      reader.current = null
    },
    [],
  )
  return begin
}
