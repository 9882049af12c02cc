import type { PlanInput } from '../../lib/memory/index.ts'
import { limitOf } from '../../lib/memory/limit.ts'
import type { Omitted, StoredSummary } from '../../lib/memory/stored-summary.ts'
import { LIMITS } from '../../lib/memory/testing/stored-rows.ts'
import type { MemorySettings, StoredMessage } from '../../lib/memory/types.ts'

export const BUDGET = 8_000
const SETTINGS: MemorySettings = { maxExchanges: null, maxTokens: BUDGET, useSummary: true }
export const INSTRUCTIONS_TOKENS = 40

/** What each version of the summary leaves to be sent as it is, in tokens; the last one was written ahead of need. */
const LEFT_BY_VERSION = [30_000, 18_000, 6_000, 3_500]
const IN_FORCE = 3
const SUMMARY_TOKENS = 450

/**
 * A turn that everything bears on: the third of four versions of a summary is in force by the decision before, two
 * exchanges are pinned far up and one among the newest, one is excluded. The history behind the summary just fits.
 */
export function busyTurn(path: readonly StoredMessage[]): PlanInput {
  const rows = marked(path)
  const pinned = rows.slice(0, -1).filter((row) => row.pinned)
  const versions = versionsOf(rows)
  const inForce = versions.find(({ version }) => version === IN_FORCE)
  return {
    settings: SETTINGS,
    limits: LIMITS,
    instructions: { hash: 'instructions', tokens: INSTRUCTIONS_TOKENS },
    rows,
    firstSeq: rows[0]?.seq ?? null,
    dividerSeq: null,
    pinned,
    previous: {
      settings: SETTINGS,
      limit: limitOf(SETTINGS, LIMITS),
      encoding: LIMITS.encoding,
      trimmed: null,
      summary: inForce ? { id: inForce.id, version: inForce.version, toSeq: inForce.toSeq } : null,
      recall: null,
    },
    summaries: { versions, wrapper: { hash: 'wrapper', tokens: 80 }, failure: null },
  }
}

/** The same when a newer version takes its effect: the one in force until now leaves too much. */
export function movingTurn(turn: PlanInput): PlanInput {
  const before = turn.summaries?.versions.find(({ version }) => version === IN_FORCE - 1)
  if (!before || !turn.previous) return turn
  const summary = { id: before.id, version: before.version, toSeq: before.toSeq }
  return { ...turn, previous: { ...turn.previous, summary } }
}

/** The same when no summary was written yet: all is sent as it is, as far as the model allows. */
export const owedTurn = (turn: PlanInput): PlanInput => ({
  ...turn,
  previous: null,
  summaries: turn.summaries && { ...turn.summaries, versions: [] },
})

function marked(path: readonly StoredMessage[]): StoredMessage[] {
  const newest = path.length - 1
  const exchange = (back: number): number[] => {
    const question = newest - 2 * Math.floor(back)
    return [question, question + 1]
  }
  const pinned = new Set([0.45 * path.length, 0.3 * path.length, 2].flatMap(exchange))
  const excluded = new Set(exchange(1))
  // As a driver gives them: all of one make.
  return path.map(({ id, seq, role, text, tokens, status }, place) => ({
    id,
    seq,
    role,
    text,
    tokens,
    pinned: pinned.has(place),
    excluded: excluded.has(place),
    status,
  }))
}

/** Newest first. Of a history that is too short for them there is one, which tells all but the newest two exchanges. */
function versionsOf(rows: readonly StoredMessage[]): StoredSummary[] {
  const starts: (number | null)[] = LEFT_BY_VERSION.map((left) => startOf(rows, left))
  if (!starts.some((start) => start !== null)) starts[IN_FORCE - 1] = rows.length - 5
  return starts
    .flatMap((start, index) => (start === null ? [] : [versionOf(rows, index + 1, start)]))
    .toReversed()
}

function versionOf(rows: readonly StoredMessage[], version: number, start: number): StoredSummary {
  const toSeq = (rows[start]?.seq ?? 0) - 1
  const omitted = pinnedUntil(rows, toSeq)
  return {
    id: `summary-${version}`,
    version,
    fromSeq: 0,
    toSeq,
    tokens: SUMMARY_TOKENS,
    asked: false,
    omitted,
  }
}

/**
 * The place of the oldest question from which on there are no more tokens than these; null: all of them are no more.
 */
function startOf(rows: readonly StoredMessage[], tokens: number): number | null {
  let start: number | null = null
  let sum = 0
  for (let place = rows.length - 2; place >= 0; place -= 1) {
    sum += rows[place]?.tokens ?? 0
    if (sum > tokens) return start
    if (rows[place]?.role === 'user') start = place
  }
  return null
}

const pinnedUntil = (rows: readonly StoredMessage[], seq: number): Omitted[] =>
  rows
    .filter((row) => row.pinned && row.role === 'user' && row.seq <= seq)
    .map((row) => ({ fromSeq: row.seq, toSeq: row.seq + 1, reason: 'pinned' }))
