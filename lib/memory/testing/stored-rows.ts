import type { RecalledPassage, RecallRecord } from '../context-map.ts'
import type { PlanInput } from '../plan.ts'
import type { MemorySettings, ModelLimits, RecallSettings, StoredMessage } from '../types.ts'

export const LIMITS: ModelLimits = {
  window: 128_000,
  answerReserve: 4_000,
  encoding: 'o200k_base',
  exact: true,
  perMessage: 3,
  perRequest: 3,
}

export const RECALL: RecallSettings = {
  from: 'all',
  remembered: true,
  topK: 3,
  minScore: null,
  maxTokens: 1_000,
}

/** Of a plan, before anything was searched. */
export const recallRecord = (reserve: number): RecallRecord => ({
  reserve,
  outcome: 'reserved',
  failure: null,
  by: null,
  model: null,
})

/** A passage, as it was found; a test names what matters to it. */
export const passage = (change: Partial<RecalledPassage> = {}): RecalledPassage => ({
  exchangeId: 'q',
  sessionId: 's',
  answerId: 'a',
  seq: 0,
  rank: 1,
  score: 0.5,
  cosine: 0.4,
  words: 1.5,
  rule: 'gate',
  chars: null,
  ...change,
})

const NO_LIMITS: MemorySettings = { maxExchanges: null, maxTokens: null, useSummary: false }

const ROLES = { u: 'user', a: 'assistant', t: 'tool', s: 'system' } as const

/** Rows of 10 tokens from a line such as `u a u a u`, with seqs from 0; `edit` changes them by place. */
export function path(line: string, edit: Record<number, Partial<StoredMessage>> = {}): StoredMessage[] {
  return withCalls(
    line.split(' ').map(
      (letter, place): StoredMessage => ({
        id: `m${place}`,
        seq: place,
        role: ROLES[letter as keyof typeof ROLES],
        text: `text ${place}`,
        tokens: 10,
        pinned: false,
        excluded: false,
        status: 'complete',
      }),
    ),
  ).map((row, place) => ({ ...row, ...edit[place] }))
}

/** Has each answer call what the results behind it, up to the next answer, are results of. */
export function withCalls<Row extends Pick<StoredMessage, 'role'>>(
  rows: readonly Row[],
): (Row & Pick<StoredMessage, 'toolCalls' | 'toolCallId'>)[] {
  const named = rows.map((row, place) => ({
    ...row,
    ...(row.role === 'tool' ? { toolCallId: `call ${place}` } : {}),
  }))
  return named.map((row, place) => {
    if (row.role !== 'assistant') return row
    const next = named.findIndex(({ role }, other) => other > place && role === 'assistant')
    const behind = named.slice(place + 1, next === -1 ? named.length : next)
    const user = behind.findIndex(({ role }) => role === 'user')
    const toolCalls = behind
      .slice(0, user === -1 ? behind.length : user)
      .flatMap(({ toolCallId }) =>
        toolCallId === undefined ? [] : [{ id: toolCallId, name: 'look', arguments: '{}' }],
      )
    return toolCalls.length > 0 ? { ...row, toolCalls } : row
  })
}

/** Everything read, nothing in the way; `tokens` is what the rows may take, overhead and all. */
export function planInput(
  rows: StoredMessage[],
  { tokens, ...settings }: Partial<MemorySettings> & { tokens?: number } = {},
): PlanInput {
  const maxTokens = tokens === undefined ? null : tokens + LIMITS.perRequest
  return {
    settings: { ...NO_LIMITS, maxTokens, ...settings },
    limits: LIMITS,
    instructions: null,
    rows,
    firstSeq: rows[0]?.seq ?? null,
    dividerSeq: null,
    pinned: pinnedOf(rows),
    previous: null,
    summaries: null,
  }
}

/** The rows before the newest one whose exchange has a pinned message. */
export const pinnedOf = (rows: readonly StoredMessage[]): StoredMessage[] =>
  exchangesOf(rows.slice(0, -1))
    .filter((exchange) => exchange.some(({ pinned }) => pinned))
    .flat()

/** Each with its user message first; what stands before the first one is one too. */
export function exchangesOf(rows: readonly StoredMessage[]): StoredMessage[][] {
  const exchanges: StoredMessage[][] = []
  for (const row of rows) {
    if (row.role === 'user' || exchanges.length === 0) exchanges.push([])
    exchanges.at(-1)?.push(row)
  }
  return exchanges
}

/** What 10-token rows take, so many of them. */
export const costOf = (rows: number): number => rows * (10 + LIMITS.perMessage)

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
