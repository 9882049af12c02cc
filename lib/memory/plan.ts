import type { ContextMap, Segment } from './context-map.ts'
import { exchangesIn } from './exchange.ts'
import { isTold } from './fold-parts.ts'
import { keepRows } from './keep-rows.ts'
import type { KeptRows } from './kept-rows.ts'
import { limitOf, modelRoom, neededTokens } from './limit.ts'
import type { PlanFrame } from './plan-frame.ts'
import { soFarTokens } from './so-far.ts'
import { sortRows } from './sort-rows.ts'
import type { StoredSummary } from './stored-summary.ts'
import { usesSummary } from './summary-chain.ts'
import type { StoredMessage } from './types.ts'
import { placeOf } from './walk-rows.ts'

export type PlanInput = PlanFrame & {
  /**
   * The end of the active path, oldest first, without gaps; the last one is the new user message. They reach
   * back past what can be kept, as `readBack` reads them; what is older need not be there.
   */
  rows: readonly StoredMessage[]
}

/** `sent` are the rows behind the map's message segments, in their order. */
export type Plan = { map: ContextMap; sent: StoredMessage[] }

/**
 * Decides what the model is sent for the newest message. Costs what is kept, never the length of the history.
 * The newest message is always sent, whatever it holds: a turn has refused a blank one, a draft may be blank.
 * Throws `invalid_rows` where the last row is no user message, `invalid_option` for settings that are none.
 */
export function plan(input: PlanInput): Plan {
  const { settings, limits, rows } = input
  const kept = keepRows(input, rows)
  const { sent, keptStart, leftOut } = sortRows(input, rows, kept)

  const limit = limitOf(settings, limits)
  const needed = neededTokens(kept.newest.tokens, limits, input) + soFarTokens(input, kept.newest)
  const tokens = needed + kept.pinnedTokens + kept.summaryTokens + kept.tokens
  const owed = owedBy(input, kept)
  const map: ContextMap = {
    version: 1,
    settings: { ...settings },
    limit,
    encoding: limits.encoding,
    exact: limits.exact,
    segments: segmentsOf(input, kept, sent, keptStart ?? kept.newest.seq),
    leftOut,
    keptStart,
    trimmed: kept.stop && { beforeSeq: keptStart ?? kept.newest.seq, reason: kept.stop },
    summary: kept.summary && versionOf(kept.summary),
    owed,
    summaryFailure: usesSummary(input) ? (input.summaries?.failure ?? null) : null,
    recall: input.recall
      ? reserved(Math.min(kept.reserve, (owed ? modelRoom(limits) : limit.total) - tokens))
      : null,
    tokens,
    overBudget: tokens > limit.total,
  }
  return { map, sent }
}

/** What a summary or pins took of it as well, where there was too little for all, it does not have. */
const reserved = (tokens: number): ContextMap['recall'] => ({
  reserve: Math.max(0, tokens),
  outcome: 'reserved',
  failure: null,
  by: null,
  model: null,
})

const versionOf = ({ id, version, toSeq }: StoredSummary) => ({ id, version, toSeq })

/**
 * All that is past the marks and waits for a summary, sent as it is meanwhile where the model has the room. Nothing is
 * where no summary would tell any of it.
 */
function owedBy({ firstSeq, dividerSeq, rows }: PlanInput, kept: KeptRows): ContextMap['owed'] {
  if (kept.owedUntil === null) return null
  const behind = kept.summary?.toSeq ?? dividerSeq ?? -1
  const fromSeq = Math.max(behind + 1, firstSeq ?? 0)
  const waiting = rows.slice(placeOf(rows, fromSeq), kept.owedUntil)
  // Where the model had no room for all of it, there is more than the rows.
  if (kept.stop === null && !exchangesIn(waiting).some(isTold)) return null
  const toSeq = (rows[kept.owedUntil]?.seq ?? kept.newest.seq) - 1
  return { fromSeq, toSeq }
}

function segmentsOf(
  { instructions, tools, continuation, limits, summaries }: PlanFrame,
  { summary, summaryTokens }: KeptRows,
  sent: readonly StoredMessage[],
  keptStart: number,
): Segment[] {
  const segments: Segment[] = []
  if (instructions) {
    const { hash, tokens } = instructions
    segments.push({ kind: 'instructions', hash, tokens: tokens + limits.perMessage })
  }
  if (tools) segments.push({ kind: 'tools', ...tools })
  if (summary && summaries) {
    const { id, version, fromSeq, toSeq } = summary
    const { hash } = summaries.wrapper
    segments.push({ kind: 'summary', summaryId: id, version, fromSeq, toSeq, hash, tokens: summaryTokens })
  }
  for (const { id, seq, role, tokens } of sent) {
    const pinned = seq < keptStart ? { pinned: true as const } : {}
    segments.push({
      kind: 'message',
      messageId: id,
      seq,
      role,
      tokens: tokens + limits.perMessage,
      ...pinned,
    })
  }
  if (continuation) {
    const { answer, request } = continuation
    segments.push(
      {
        kind: 'message',
        messageId: answer.id,
        seq: answer.seq,
        role: 'assistant',
        tokens: answer.tokens + limits.perMessage,
      },
      { kind: 'continuation', hash: request.hash, tokens: request.tokens + limits.perMessage },
    )
  }
  return segments
}
