import { expect, test } from 'vitest'
import { LIMITS } from '../memory/testing/stored-rows.ts'
import type { ChatModel, ModelInfo } from '../ports/chat-models.ts'
import { ANSWER_MAX, answer } from './answer.ts'
import { createLiveRun } from './live-run.ts'
import type { TurnPlan } from './plan-turn.ts'

const info: ModelInfo = {
  id: 'm',
  name: 'A model',
  provider: 'builtin',
  limits: LIMITS,
  note: null,
}
const planned: Pick<TurnPlan, 'messages' | 'offersTools'> = { messages: [], offersTools: false }
const warn = () => undefined
const log = { info: warn, warn, error: warn }
const newRun = () => createLiveRun({ owner: 'owner', runId: 'run', sessionId: 'session' })

const PIECE = 'again '.repeat(100_000)

test('a model that never stops is ended, what it said is kept, and its request is cancelled', async () => {
  let cancelled = false
  const model: ChatModel = {
    info,
    async *stream() {
      try {
        for (;;) yield { type: 'reasoning', text: PIECE }
      } finally {
        cancelled = true
      }
    },
  }
  const run = newRun()
  const outcome = await answer(run, model, planned, log)
  expect(outcome).toMatchObject({ status: 'interrupted', error: { code: 'model_incomplete' } })
  expect(run.parts[0]?.text.length).toBeGreaterThan(ANSWER_MAX)
  expect(run.parts[0]?.text.length).toBeLessThan(ANSWER_MAX + 2 * PIECE.length)
  expect(cancelled).toBe(true)
})

test('an answer that the model cut at its own limit is marked, and not taken for a whole one', async () => {
  const usage = { input: 1, cachedInput: null, output: 2, reasoning: null }
  const model: ChatModel = {
    info,
    async *stream() {
      yield { type: 'text', text: 'half of it' }
      yield { type: 'end', usage, reason: 'length' }
    },
  }
  const run = newRun()
  expect(await answer(run, model, planned, log)).toMatchObject({
    status: 'interrupted',
    usage,
    error: { code: 'model_incomplete', message: expect.stringContaining('A model') },
  })
  expect(run.parts).toEqual([{ type: 'text', text: 'half of it' }])
})
