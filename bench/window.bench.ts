import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  trimMessages,
} from '@langchain/core/messages'
import { createMemory, staticBlock } from '@llamaindex/core/memory'
import { TokenLimiterProcessor } from '@mastra/core/processors'
import { type PlanInput, plan } from '../lib/memory/index.ts'
import { keepRows } from '../lib/memory/keep-rows.ts'
import type { StoredMessage } from '../lib/memory/types.ts'
import { countTokens } from '../lib/tokens/index.ts'
import { exponent, measure, median } from './measure.ts'
import type { Result } from './result.ts'
import { milliseconds, number } from './table.ts'
import { BUDGET, busyTurn, INSTRUCTIONS_TOKENS, movingTurn, owedTurn } from './window/busy-turn.ts'
import { chatRows } from './window/chat-rows.ts'

const LENGTHS = [10, 100, 1_000, 10_000, 100_000]
/** Of which the turns that are rarer than others are measured. */
const RARE_AT = 10_000
/** Calls a round: one takes less than the clock can tell, and what takes long is interrupted on a busy machine. */
const CALLS = 100
const ROUNDS = { rounds: 31, warmUps: 3 }
/** Before the first round, for the compiler: every round of the measure collects garbage first, which takes longer. */
const WARM_UPS = 50
/** With fewer rows the walk takes some hundredths of a microsecond: the ratio tells what a call costs, not a window. */
const GATED_FROM = 100

type Point = { n: number; ms: number }

/**
 * What to send within 8,000 tokens: the system message, and of the history the newest first, beginning with a user
 * message. Ours with all that memory knows: a summary, pins, an exclusion, two marks.
 */
export default async function window(): Promise<Result[]> {
  const path = chatRows(Math.max(...LENGTHS))
  const results: Result[] = []
  const windows: Point[] = []
  const plans: Point[] = []
  for (const n of LENGTHS) {
    const turn = busyTurn(path.slice(-n))
    const ms = await ours(turn)
    windows.push({ n, ms: ms.window / CALLS })
    plans.push({ n, ms: ms.plan / CALLS })
    results.push(...ratios(n, ms))
    if (n === RARE_AT) results.push(...(await rareTurns(turn)))
  }
  results.push({
    row: '1a',
    work: 'window of 8,000 tokens, exponent of its time, 1k → 100k',
    medians: windows.map(({ n, ms }) => `${number(n)}: ${brief(ms)}`),
    ratio: growth(windows),
    floor: { atMost: 0.1 },
    aim: { atMost: 0 },
  })
  results.push(growthOf('the whole plan with its context map', plans))
  for (const peer of PEERS) results.push(await timesOf(peer, path))
  return results
}

function ours(turn: PlanInput) {
  const { rows } = turn
  const { room } = keepRows(turn, rows)
  return measure(
    warm({
      walk: () => many(() => walk(rows, room.tokens)),
      window: () => many(() => keepRows(turn, rows).start),
      plan: () => many(() => plan(turn).map.tokens),
    }),
    ROUNDS,
  )
}

function warm<Cases extends Record<string, () => number>>(cases: Cases): Cases {
  for (const work of Object.values(cases)) {
    for (let time = 0; time < WARM_UPS; time += 1) work()
  }
  return cases
}

/** The limit of what is possible: the newest messages that fit, without exchanges, marks, or a summary. */
function walk(rows: readonly StoredMessage[], budget: number): number {
  let start = rows.length
  let tokens = 0
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    tokens += rows[place]?.tokens ?? 0
    if (tokens > budget) break
    start = place
  }
  return start
}

function many(work: () => number): number {
  let sum = 0
  for (let call = 0; call < CALLS; call += 1) sum += work()
  return sum
}

function ratios(n: number, ms: { walk: number; window: number; plan: number }): Result[] {
  const walk = `walk ${brief(ms.walk / CALLS)}`
  return [
    {
      row: '1a',
      work: `window of 8,000 tokens out of ${number(n)} rows ÷ the walk over stored counts`,
      medians: [`window ${brief(ms.window / CALLS)}`, walk],
      ratio: ms.window / ms.walk,
      floor: n >= GATED_FROM ? { atMost: 10 } : null,
      aim: n >= GATED_FROM ? { atMost: 3 } : null,
    },
    {
      ...TO_BE_READ,
      work: 'the whole plan with its context map, the same',
      medians: [`plan ${brief(ms.plan / CALLS)}`, walk],
      ratio: ms.plan / ms.walk,
    },
  ]
}

/** Beside the turns between them: those at which a newer summary takes its effect, or none was written in time. */
async function rareTurns(turn: PlanInput): Promise<Result[]> {
  const cases = { usual: turn, moving: movingTurn(turn), owed: owedTurn(turn) }
  const planned = (input: PlanInput) => () => many(() => plan(input).map.tokens)
  const ms = await measure(
    warm({ usual: planned(cases.usual), moving: planned(cases.moving), owed: planned(cases.owed) }),
    { rounds: 11, warmUps: 2 },
  )
  const line = (name: 'moving' | 'owed', work: string): Result => {
    const { segments } = plan(cases[name]).map
    return {
      ...TO_BE_READ,
      work: `plan out of ${number(turn.rows.length)} rows ${work} ÷ that of a usual turn`,
      medians: [
        `${name} ${brief(ms[name] / CALLS)}, ${segments.length} segments`,
        `usual ${brief(ms.usual / CALLS)}, ${plan(cases.usual).map.segments.length}`,
      ],
      ratio: ms[name] / ms.usual,
    }
  }
  return [
    line('moving', 'at which a newer summary takes its effect'),
    line('owed', 'with no summary yet, sent as they are as far as 128,000 tokens allow'),
  ]
}

const SYSTEM = 'You are a helpful assistant. You answer in short and plain sentences. '.repeat(3).trim()
const PEER_GIVES_UP_MS = 120_000
/** A call that takes longer than this is not repeated. */
const ONCE_FROM_MS = 2_000
const REPEATS = 5

/**
 * Others' code for the same work. `prepare` makes what it would be given anyway; what is timed is the call, which says
 * how many messages it keeps.
 */
type Peer = {
  name: string
  prepare(rows: readonly StoredMessage[]): (checkTime: () => void) => Promise<number>
}

class GaveUp extends Error {}

const PEERS: Peer[] = [
  {
    name: 'langchainjs trimMessages, exact counter',
    prepare: (rows) => trimming(rows, ({ content }) => countTokens(String(content), 'o200k_base')),
  },
  {
    name: 'langchainjs trimMessages, counts cached by id',
    prepare(rows) {
      const counts = new Map(rows.map((row) => [row.id, row.tokens]))
      return trimming(rows, ({ id }) => counts.get(id ?? '') ?? INSTRUCTIONS_TOKENS)
    },
  },
  {
    name: 'Mastra TokenLimiter, contiguous, its estimates (may begin with an answer)',
    prepare(rows) {
      const limiter: MastraLimiter = new TokenLimiterProcessor({ limit: BUDGET, trimMode: 'contiguous' })
      const prompt: MastraPrompt = [
        { role: 'system', content: SYSTEM },
        ...rows.map(({ role, text }) => ({
          role: role === 'user' ? ('user' as const) : ('assistant' as const),
          content: [{ type: 'text' as const, text }],
        })),
      ]
      return async () => {
        const result = await limiter.processLLMRequest({ prompt })
        return result && 'prompt' in result && result.prompt ? result.prompt.length : prompt.length
      }
    },
  },
  {
    name: 'LlamaIndex Memory, its tokenizer (may begin with an answer)',
    prepare(rows) {
      const messages = rows.map(({ id, role, text }) => ({
        id,
        role: role === 'user' ? ('user' as const) : ('assistant' as const),
        content: text,
      }))
      const memory = createMemory(messages, {
        tokenLimit: BUDGET,
        shortTermTokenLimitRatio: 1,
        memoryBlocks: [staticBlock({ content: SYSTEM, messageRole: 'system' })],
      })
      return async () => (await memory.getLLM()).length
    },
  },
]

type MastraPrompt = Parameters<TokenLimiterProcessor['processLLMRequest']>[0]['prompt']
/** Of what it is given it looks at the prompt alone. */
type MastraLimiter = {
  processLLMRequest(args: { prompt: MastraPrompt }): ReturnType<TokenLimiterProcessor['processLLMRequest']>
}

function trimming(rows: readonly StoredMessage[], tokensOf: (message: BaseMessage) => number) {
  const messages = [
    new SystemMessage(SYSTEM),
    ...rows.map(({ id, role, text }) =>
      role === 'user' ? new HumanMessage({ id, content: text }) : new AIMessage({ id, content: text }),
    ),
  ]
  return async (checkTime: () => void) => {
    const tokenCounter = (list: BaseMessage[]) => {
      checkTime()
      return list.reduce((sum, message) => sum + tokensOf(message), 0)
    }
    const options = { maxTokens: BUDGET, strategy: 'last', startOn: 'human', includeSystem: true } as const
    return (await trimMessages(messages, { ...options, tokenCounter })).length
  }
}

async function timesOf(peer: Peer, path: readonly StoredMessage[]): Promise<Result> {
  const points: Point[] = []
  const medians: string[] = []
  let kept = 0
  for (const n of LENGTHS) {
    const call = peer.prepare(path.slice(-n))
    const ms = await timeOf(async (checkTime) => {
      kept = await call(checkTime)
    })
    if (ms === null) {
      medians.push(`${number(n)}: over ${milliseconds(PEER_GIVES_UP_MS)}, stopped`)
      break
    }
    points.push({ n, ms })
    medians.push(`${number(n)}: ${brief(ms)}`)
  }
  return {
    ...TO_BE_READ,
    work: `${peer.name}, exponent; keeps ${kept}`,
    medians,
    ratio: growth(points),
  }
}

/** The median of a few calls, or one where that takes long; null: it took too long. */
async function timeOf(call: (checkTime: () => void) => Promise<void>): Promise<number | null> {
  const times: number[] = []
  // The first call is there for the compiler, unless it is slow: what it takes is then no small part of a call.
  for (let repeat = -1; repeat < REPEATS; repeat += 1) {
    const started = performance.now()
    const took = () => performance.now() - started
    try {
      await call(() => {
        if (took() > PEER_GIVES_UP_MS) throw new GaveUp()
      })
    } catch (error) {
      if (error instanceof GaveUp) return null
      throw error
    }
    const ms = took()
    if (ms > ONCE_FROM_MS) return ms
    if (repeat >= 0) times.push(ms)
  }
  return median(times)
}

const TO_BE_READ = { row: '1a', floor: null, aim: null }

const growthOf = (work: string, points: readonly Point[]): Result => ({
  ...TO_BE_READ,
  work: `${work}, exponent`,
  medians: points.map(({ n, ms }) => `${number(n)}: ${brief(ms)}`),
  ratio: growth(points),
})

/** From 1k on; of what did not get so far, over all that there is. A hundredth is less than two runs differ by. */
function growth(points: readonly Point[]): number | null {
  const long = points.filter(({ n }) => n >= 1_000)
  const counted = long.length > 1 ? long : points
  return counted.length > 1 ? Math.round(exponent(counted) * 100) / 100 : null
}

const brief = (ms: number): string => (ms < 0.1 ? `${number(ms * 1_000)} µs` : milliseconds(ms))
