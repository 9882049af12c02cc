import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { EndedTurn, NewTurn } from '../ports/turn-store.ts'
import { type RunEvent, START } from '../schemas/run-event.ts'
import { sampleMap, sampleMessage } from '../schemas/testing/sample-views.ts'
import { endTurn } from './end-turn.ts'
import { createLiveRun } from './live-run.ts'

type Ending = Parameters<typeof endTurn>[1]

const turn = { owner: 'o', processId: 'p', prompt: { kind: 'again' } } as NewTurn
const outcome = { status: 'complete', usage: null, error: null } as const
const away = () => new AppError('database_unavailable', 'It is away.')

/** The end of an answer on a database that does not answer the first tries. */
function ending(
  failures: number,
  failure: () => Error = away,
  { visible = true, asked = false, ...more }: Partial<Ending> & { visible?: boolean; asked?: boolean } = {},
) {
  const run = createLiveRun({ owner: 'o', runId: 'r', sessionId: 's' })
  run.append('text', 'all of it')
  const closing = new AbortController()
  const stored: EndedTurn[] = []
  const problems: string[] = []
  const note = (text: string) => void problems.push(text)
  let tries = 0
  let asks = 0
  const deps = {
    store: {
      async end(ended: EndedTurn) {
        tries += 1
        if (tries <= failures) throw failure()
        stored.push(ended)
        return { answer: sampleMessage(), visible, asked }
      },
      read: async () => ({ answer: sampleMessage(), sessionId: 's', ended: true }),
    },
    runs: { closed: closing.signal },
    tokens: { count: async () => ({ cl100k: 3, o200k: 3 }), close: async () => undefined },
    clock: { now: () => new Date(0) },
    log: { info: note, warn: note, error: note },
    endRetriesMs: [1, 1],
    onAsk: () => void asks++,
  }
  const done = endTurn(deps, { turn, run, outcome, sent: null, remembered: false, ...more })
  return { run, stored, problems, closing, done, asks: () => asks }
}

async function lastOf(events: AsyncGenerator<RunEvent>): Promise<RunEvent | undefined> {
  let last: RunEvent | undefined
  for await (const event of events) last = event
  return last
}

test('a database that comes back in time: the reader notices nothing', async () => {
  const { run, stored, problems, done } = ending(2)
  expect((await lastOf(run.follow(START)))?.type).toBe('end')
  await done
  expect(stored[0]?.parts).toEqual([{ type: 'text', text: 'all of it' }])
  expect(problems).toEqual([])
})

test.each([true, false])('jobs are looked for where the end asks for some: %s', async (asked) => {
  const { done, asks } = ending(1, away, { asked })
  await done
  expect(asks()).toBe(asked ? 1 : 0)
})

test('a conversation that was cleared meanwhile: the answer is stored, and its reader told', async () => {
  const { run, stored, done } = ending(0, away, { visible: false })
  expect(await lastOf(run.follow(START))).toMatchObject({
    type: 'error',
    error: { code: 'session_not_found' },
  })
  await done
  expect(stored).toHaveLength(1)
})

test('one that stays away: the reader is told once, and the answer is stored when it is back', async () => {
  const { run, stored, problems, done } = ending(9)
  expect(await lastOf(run.follow(START))).toMatchObject({
    type: 'error',
    error: { code: 'database_unavailable' },
  })
  await done
  expect(stored).toHaveLength(1)
  expect(problems).toHaveLength(1)
  expect((await lastOf(run.follow(START)))?.type).toBe('end')
})

test('a process that ends meanwhile does not wait for it', async () => {
  const { run, stored, closing, done } = ending(Number.POSITIVE_INFINITY)
  expect((await lastOf(run.follow(START)))?.type).toBe('error')
  closing.abort()
  await done
  expect(stored).toEqual([])
})

test('a conversation that was deleted meanwhile is no failure', async () => {
  const { run, problems, done } = ending(1, () => new AppError('run_not_found', 'There is none.'))
  expect(await lastOf(run.follow(START))).toMatchObject({ error: { code: 'session_not_found' } })
  await done
  expect(problems).toEqual([])
})

test('what will not pass is told at once and not tried again', async () => {
  const { run, stored, done } = ending(1, () => new Error('a fault of ours'))
  expect((await lastOf(run.follow(START)))?.type).toBe('error')
  await done
  expect(stored).toEqual([])
})

test.each([
  ['complete', 81, false],
  ['complete', 82, true],
  ['stopped', 82, true],
  ['interrupted', 82, false],
  ['failed', 82, false],
] as const)('after a %s answer of three tokens to %i of a hundred, a summary is due: %s', async (...row) => {
  const [status, tokens, due] = row
  const limit = { total: 100, maxTokens: 100, window: 1_000, answerReserve: 100 }
  const sent = sampleMap({ limit, tokens })
  const { stored, done } = ending(0, away, { outcome: { ...outcome, status }, sent })
  await done
  expect(stored).toMatchObject([{ summaryDue: due }])
})

test.each([
  ['complete', true, true],
  ['stopped', true, true],
  ['complete', false, false],
  ['interrupted', true, false],
  ['failed', true, false],
] as const)(
  'of a %s answer where that may be recalled (%s), it is asked to be remembered: %s',
  async (...row) => {
    const [status, remembered, remember] = row
    const { stored, done } = ending(0, away, { outcome: { ...outcome, status }, remembered })
    await done
    expect(stored).toMatchObject([{ remember }])
  },
)
