import { ApiError } from '@/components/api/api-error'
import type { ChatRequest } from '@/lib/schemas/chat'
import type { MessageView } from '@/lib/schemas/message'
import { type Delta, type Position, positionBehind } from '@/lib/schemas/run-event'
import type { RunUpdate } from '../run/follow-run'
import type { FrameBatch } from '../run/frame-batch'
import type { Start } from './thread-reducer'

/** What the reader asks of the server. */
export type RunApi = {
  /** The first update is the start. */
  sendTurn(turn: ChatRequest, options: { signal: AbortSignal }): AsyncGenerator<RunUpdate>
  followRun(runId: string, options: { signal: AbortSignal; from: Position }): AsyncGenerator<RunUpdate>
}

/** Told by the reader, of the run that it reads alone. */
export type RunEvents = {
  grew(answerId: string, deltas: readonly Delta[]): void
  linked(up: boolean): void
  ended(answer: MessageView): void
  /** The run cannot be read any further. */
  lost(error: unknown): void
}

type Options = {
  api: RunApi
  /** Gathers deltas, so that the page does not change more often than its screen. */
  batch: (deliver: (deltas: Delta[]) => void) => FrameBatch<Delta>
  on: RunEvents
}

type Reading = { runId: string | null; answerId: string | null; abort: AbortController } & FrameBatch<Delta>

/** Reads one run at a time: beginning another, or leaving, ends the reading and not the run. */
export function createRunReader({ api, batch, on }: Options) {
  let reading: Reading | null = null

  function leave(): void {
    // What has come belongs to the position that the next reader goes on from.
    reading?.flush()
    reading?.abort.abort()
    reading = null
  }

  function enter(runId: string | null, answerId: string | null): Reading {
    leave()
    const mine: Reading = {
      runId,
      answerId,
      abort: new AbortController(),
      ...batch((deltas) => {
        if (mine.answerId !== null) on.grew(mine.answerId, deltas)
      }),
    }
    reading = mine
    return mine
  }

  async function readOn(mine: Reading, updates: AsyncIterable<RunUpdate>): Promise<void> {
    const { signal } = mine.abort
    try {
      for await (const update of updates) {
        if (signal.aborted) return
        if (update.type === 'delta') mine.add(update)
        else if (update.type === 'link') on.linked(update.up)
        else if (update.type === 'end') {
          leave()
          on.ended(update.answer)
        }
      }
    } catch (error) {
      if (signal.aborted) return
      leave()
      on.lost(error)
    }
  }

  return {
    leave,

    /**
     * Resolves with the start, as soon as the server has stored the turn, and reads on. Rejects with `ApiError` when
     * it was not stored, or nobody can say.
     */
    async begin(turn: ChatRequest): Promise<Start> {
      const mine = enter(null, null)
      const { signal } = mine.abort
      try {
        const updates = api.sendTurn(turn, { signal })
        const first = await updates.next()
        if (signal.aborted || first.done || first.value.type !== 'start') throw left()
        mine.runId = first.value.runId
        mine.answerId = first.value.answer.id
        void readOn(mine, updates)
        return first.value
      } catch (error) {
        if (signal.aborted) throw left()
        leave()
        throw error
      }
    },

    /** Goes on behind what is here of the run's answer. Nothing, when that run is being read already. */
    follow(runId: string, answer: MessageView | null): void {
      if (reading?.runId === runId) return
      const mine = enter(runId, answer?.id ?? null)
      const from = positionBehind(answer?.parts ?? [])
      void readOn(mine, api.followRun(runId, { signal: mine.abort.signal, from }))
    },
  }
}

const left = () => new ApiError('unreachable', 'The page was left before the message was stored.')
