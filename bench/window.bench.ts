import { AIMessage, type BaseMessage, HumanMessage, trimMessages } from '@langchain/core/messages'
import { plan } from '../lib/memory/index.ts'
import { keepRows } from '../lib/memory/keep-rows.ts'
import type { PlanFrame } from '../lib/memory/plan-frame.ts'
import { LIMITS } from '../lib/memory/testing/stored-rows.ts'
import type { StoredMessage } from '../lib/memory/types.ts'
import { countTokens } from '../lib/tokens/index.ts'
import { chatText } from './chat-text.ts'
import { exponent, measure } from './measure.ts'
import { createRandom } from './random.ts'
import type { Result } from './result.ts'
import { milliseconds, number } from './table.ts'

const LENGTHS = [100, 1_000, 10_000, 100_000]
const BUDGET = 8_000
/** Calls a round: one takes less than the clock can tell, and more than these would be interrupted on a busy machine. */
const CALLS = 1_000
const ROUNDS = { rounds: 31, warmUps: 5 }
const PEER_GIVES_UP_MS = 120_000

export default async function window(): Promise<Result[]> {
  const path = chatRows(Math.max(...LENGTHS))
  const results: Result[] = []
  const points: { n: number; ms: number }[] = []
  for (const n of LENGTHS) {
    const rows = path.slice(-n)
    const frame = frameOf(rows)
    const input = { ...frame, rows }
    const cases = {
      walk: () => many(() => walk(rows)),
      window: () => many(() => keepRows(frame, rows).start),
      plan: () => many(() => plan(input).map.tokens),
    }
    const ms = await measure(cases, ROUNDS)
    points.push({ n, ms: ms.window })
    results.push(...ratios(n, ms))
  }
  results.push({
    row: '1a',
    work: 'window of 8,000 tokens, exponent of its time, 1k → 100k',
    medians: points.map(({ n, ms }) => `${number(n)}: ${perCall(ms)}`),
    // A hundredth is less than two runs differ by.
    ratio: Math.round(exponent(points.filter(({ n }) => n >= 1_000)) * 100) / 100,
    floor: { atMost: 0.1 },
    aim: { atMost: 0 },
  })
  for (const n of LENGTHS) results.push(await langchain(path.slice(-n)))
  return results
}

function ratios(n: number, ms: { walk: number; window: number; plan: number }): Result[] {
  const medians = (name: string, time: number) => [`${name} ${perCall(time)}`, `walk ${perCall(ms.walk)}`]
  return [
    {
      row: '1a',
      work: `window of 8,000 tokens out of ${number(n)} rows ÷ the walk over stored counts`,
      medians: medians('window', ms.window),
      ratio: ms.window / ms.walk,
      floor: { atMost: 10 },
      aim: { atMost: 3 },
    },
    {
      row: '1a',
      work: `the whole plan with its context map, the same`,
      medians: medians('plan', ms.plan),
      ratio: ms.plan / ms.walk,
      floor: null,
      aim: null,
    },
  ]
}

/** The limit of what is possible: the newest messages that fit, without exchanges, failures, or a divider. */
function walk(rows: readonly StoredMessage[]): number {
  let start = rows.length
  let tokens = 0
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    tokens += rows[place]?.tokens ?? 0
    if (tokens > BUDGET) break
    start = place
  }
  return start
}

function many(work: () => number): number {
  let sum = 0
  for (let call = 0; call < CALLS; call += 1) sum += work()
  return sum
}

const perCall = (ms: number): string => `${number((ms / CALLS) * 1_000)} µs`

/** Its own trimming with counts that are looked up by id, which is the faster of its two ways by far. */
async function langchain(rows: readonly StoredMessage[]): Promise<Result> {
  const counts = new Map(rows.map((row) => [row.id, row.tokens]))
  const messages = rows.map(({ id, role, text }) =>
    role === 'user' ? new HumanMessage({ id, content: text }) : new AIMessage({ id, content: text }),
  )
  const started = performance.now()
  const tokenCounter = (list: BaseMessage[]) => {
    if (performance.now() - started > PEER_GIVES_UP_MS) throw new GaveUp()
    return list.reduce((sum, { id }) => sum + (counts.get(id ?? '') ?? 0), 0)
  }
  const took = await trimMessages(messages, {
    maxTokens: BUDGET,
    strategy: 'last',
    startOn: 'human',
    tokenCounter,
  })
    .then(() => milliseconds(performance.now() - started))
    .catch((error: unknown) => {
      if (error instanceof GaveUp) return `over ${milliseconds(PEER_GIVES_UP_MS)}, stopped`
      throw error
    })
  return {
    row: '1a',
    work: `langchainjs trimMessages out of ${number(rows.length)} messages, counts cached, once`,
    medians: [took],
    ratio: null,
    floor: null,
    aim: null,
  }
}

class GaveUp extends Error {}

function frameOf(rows: readonly StoredMessage[]): PlanFrame {
  return {
    settings: { maxExchanges: null, maxTokens: BUDGET, useSummary: true },
    limits: LIMITS,
    instructions: null,
    firstSeq: rows[0]?.seq ?? null,
    dividerSeq: null,
    pinned: [],
    previous: null,
  }
}

/** Questions and answers in turn, ended by a question. Texts are pieces of one conversation, and come again. */
function chatRows(length: number): StoredMessage[] {
  const text = chatText(200_000)
  const { below, pick } = createRandom(3)
  const piece = (size: number) => {
    const from = below(text.length - size)
    // A copy of its own, as a driver gives it: a slice would be a view into the whole conversation.
    return Buffer.from(text.slice(from, from + size).trim()).toString()
  }
  const pieces = (count: number, least: number, more: number) =>
    Array.from({ length: count }, () => {
      const content = piece(least + below(more))
      return { text: content, tokens: countTokens(content, 'o200k_base') }
    })
  const questions = pieces(500, 20, 200)
  const answers = pieces(500, 100, 1_500)
  return Array.from({ length }, (_, seq) => {
    const asks = (length - seq) % 2 === 1
    return {
      id: `message-${seq}`,
      seq,
      role: asks ? 'user' : 'assistant',
      ...pick(asks ? questions : answers),
      pinned: false,
      excluded: false,
      status: 'complete',
    }
  })
}
