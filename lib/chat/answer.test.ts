import { expect, test } from 'vitest'
import type { ChatModel } from '../ports/chat-models.ts'
import { ANSWER_MAX, answer } from './answer.ts'
import { createLiveRun } from './live-run.ts'
import type { TurnPlan } from './plan-turn.ts'

const PIECE = 'again '.repeat(100_000)

test('a model that never stops is ended, what it said is kept, and its request is cancelled', async () => {
  let cancelled = false
  const model: Pick<ChatModel, 'stream'> = {
    async *stream() {
      try {
        for (;;) yield { type: 'reasoning', text: PIECE }
      } finally {
        cancelled = true
      }
    },
  }
  const run = createLiveRun({ owner: 'owner', runId: 'run', sessionId: 'session' })
  const planned = { messages: [] } as Pick<TurnPlan, 'messages'>
  const warn = () => undefined
  const outcome = await answer(run, model, planned, { info: warn, warn, error: warn })
  expect(outcome).toMatchObject({ status: 'interrupted', error: { code: 'model_incomplete' } })
  expect(run.parts[0]?.text.length).toBeGreaterThan(ANSWER_MAX)
  expect(run.parts[0]?.text.length).toBeLessThan(ANSWER_MAX + 2 * PIECE.length)
  expect(cancelled).toBe(true)
})
