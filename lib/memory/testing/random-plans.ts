import fc from 'fast-check'
import { limitOf } from '../limit.ts'
import type { PlanInput } from '../plan.ts'
import type { Omitted, StoredSummary } from '../stored-summary.ts'
import type { MemorySettings, MessageStatus, StoredMessage } from '../types.ts'
import { unsendable } from '../unsendable.ts'
import { exchangesOf, pinnedOf, RECALL, recallRecord, withCalls } from './stored-rows.ts'

const status: fc.Arbitrary<MessageStatus> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<MessageStatus>('complete') },
  { weight: 1, arbitrary: fc.constant<MessageStatus>('failed') },
  { weight: 1, arbitrary: fc.constantFrom<MessageStatus>('stopped', 'interrupted') },
)

const content = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ text: fc.constantFrom('word', ' a b', '\ncode'), tokens: fc.nat(40) }),
  },
  { weight: 1, arbitrary: fc.record({ text: fc.constantFrom('', ' ', '\n\t'), tokens: fc.nat(2) }) },
)

const rarely = fc.nat(11).map((n) => n === 0)

const storedMessage = (role: fc.Arbitrary<StoredMessage['role']>) =>
  fc
    .record({ role, status, content, excluded: rarely, pinned: rarely, isLost: rarely, gap: fc.nat(2) })
    .map(({ content, ...rest }) => ({ ...rest, ...content }))

const NEVER_ANSWERED = { id: 'never answered', name: 'look', arguments: '{}' }

/** Mostly question and answer; also tools, questions without an answer, answers without a question, system rows. */
const anyRole = fc.constantFrom<StoredMessage['role']>(
  ...(['user', 'user', 'user', 'assistant', 'assistant', 'assistant', 'tool', 'system'] as const),
)

/** The end of a session's path; seqs have gaps, where left branches stand. The last row is the new message. */
const rows: fc.Arbitrary<StoredMessage[]> = fc
  .tuple(fc.nat(5), fc.array(storedMessage(anyRole), { maxLength: 60, size: 'max' }), fc.nat(300))
  .map(([first, history, tokens]) => {
    let seq = first
    const newest = {
      role: 'user',
      status: 'complete',
      text: 'new',
      tokens,
      excluded: false,
      pinned: false,
      isLost: false,
      gap: 0,
    } as const
    return withCalls([...history, newest]).map(({ gap, isLost, ...row }) => {
      seq += gap + 1
      // A call whose result never came, or a result whose call is gone.
      const tied = isLost && row.toolCalls ? { toolCalls: [...row.toolCalls, NEVER_ANSWERED] } : {}
      const gone = isLost && row.toolCallId ? { toolCallId: 'of a call that is gone' } : {}
      return { ...row, ...tied, ...gone, id: `m${seq}`, seq }
    })
  })

const limits = fc.record({
  window: fc.integer({ min: 200, max: 3_000 }),
  answerReserve: fc.nat(300),
  encoding: fc.constantFrom('cl100k_base' as const, 'o200k_base' as const),
  exact: fc.boolean(),
  perMessage: fc.nat(5),
  perRequest: fc.nat(5),
})

const settings = fc.record({
  maxExchanges: fc.option(fc.nat(15)),
  maxTokens: fc.option(fc.integer({ min: 100, max: 1_500 })),
  useSummary: fc.boolean(),
})

const recalling = fc.integer({ min: 0, max: 500 }).map((maxTokens) => ({ maxTokens }))

/** Of the decision before: where it trimmed, and whether it had the same room. */
const trim = fc.record({
  at: fc.nat(70),
  reason: fc.constantFrom('window' as const, 'budget' as const),
  sameRoom: fc.nat(4).map((n) => n > 0),
})

/** Of a summary: how far it reaches, and how it is weighed. */
const told = fc.record({ upTo: fc.nat(70), tokens: fc.nat(80), asked: fc.nat(5).map((n) => n === 0) })

const summaries = fc.record({
  told: fc.array(told, { maxLength: 4 }),
  wrapper: fc.constant({ hash: 'wrapper', tokens: 9 }),
  failure: fc.option(fc.constant('The model failed.'), { freq: 4 }),
  /** Which one the decision before sent. */
  before: fc.option(fc.nat(4)),
})

/** A plan over the whole of a path; a divider stands between two of its rows, if anywhere. */
export const planInputs: fc.Arbitrary<PlanInput> = fc
  .record({
    rows,
    limits,
    settings,
    instructions: fc.option(fc.record({ hash: fc.constant('hash'), tokens: fc.nat(60) })),
    divider: fc.option(fc.nat(70), { freq: 2 }),
    trim: fc.option(trim, { freq: 3 }),
    summaries: fc.option(summaries),
    recall: fc.option(recalling, { freq: 2 }),
  })
  .map(({ divider, trim, rows, summaries, ...random }) => {
    const rest = { ...random, settings: withRecallSettings(random.settings, random.recall) }
    // Seqs step over a free one, so that the divider has its own.
    const spaced = rows.map((row) => ({ ...row, seq: row.seq * 2 }))
    const above = divider === null ? undefined : spaced[divider % spaced.length]
    const dividerSeq = above && above !== spaced.at(-1) ? above.seq + 1 : null
    const { settings, limits } = rest
    // What was trimmed stood below the divider.
    const below = spaced.filter(({ seq }) => seq > (dividerSeq ?? -1))
    const before = trim && below.slice(1, -1)[trim.at % below.length]
    const versions = summaries ? versionsOf(below, summaries.told, (dividerSeq ?? -1) + 1) : []
    const sentBefore = versions[summaries?.before ?? Infinity] ?? null
    const previous: PlanInput['previous'] = before
      ? {
          settings: trim.sameRoom
            ? settings
            : { ...settings, maxExchanges: (settings.maxExchanges ?? 0) + 1 },
          limit: limitOf(settings, limits),
          encoding: limits.encoding,
          trimmed: { beforeSeq: before.seq, reason: settings.maxExchanges === null ? 'budget' : trim.reason },
          summary: sentBefore && { id: sentBefore.id, version: sentBefore.version, toSeq: sentBefore.toSeq },
          // Whatever was left of the reserve: the trim stays all the same.
          recall: rest.recall && recallRecord(0),
        }
      : null
    return {
      ...rest,
      rows: spaced,
      firstSeq: spaced[0]?.seq ?? null,
      dividerSeq,
      pinned: pinnedOf(below),
      previous,
      summaries: summaries && { versions, wrapper: summaries.wrapper, failure: summaries.failure },
    }
  })

const withRecallSettings = (settings: MemorySettings, recall: PlanInput['recall']): MemorySettings =>
  recall ? { ...settings, recall: { ...RECALL, ...recall } } : settings

/** Versions that tell what could be told of the exchanges from the first one on, newest first. */
function versionsOf(
  below: readonly StoredMessage[],
  told: readonly { upTo: number; tokens: number; asked: boolean }[],
  fromSeq: number,
): StoredSummary[] {
  const exchanges = exchangesOf(below.slice(0, -1))
  if (exchanges.length === 0) return []
  return told
    .map(({ upTo, tokens, asked }, place) => {
      const range = exchanges.slice(0, 1 + (upTo % exchanges.length))
      const toSeq = range.at(-1)?.at(-1)?.seq ?? fromSeq
      const version = place + 1
      return { id: `s${version}`, version, fromSeq, toSeq, tokens, asked, omitted: range.flatMap(omittedOf) }
    })
    .reverse()
}

/** Message by message, what of an exchange no summary tells. */
function omittedOf(exchange: readonly StoredMessage[]): Omitted[] {
  const reasons = unsendable(exchange)
  const isPinned = exchange.some(({ pinned }) => pinned)
  return exchange.flatMap(({ seq }, place) => {
    const reason = isPinned ? 'pinned' : reasons[place]
    return reason ? [{ fromSeq: seq, toSeq: seq, reason }] : []
  })
}
