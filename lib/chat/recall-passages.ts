import { AppError } from '../errors.ts'
import {
  type ContextMap,
  distinctPassages,
  fitPassages,
  RECALL_WRAPPER,
  type RecallSettings,
  withRecall,
} from '../memory/index.ts'
import type { Logger } from '../ports/logger.ts'
import type { AskedOfMemory, RecalledExchange } from '../ports/recall.ts'
import type { RecallScope } from '../ports/recall-index.ts'
import type { Remembered } from '../ports/remembered.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { PassageReceipt } from '../ports/turn-store.ts'
import { dayOf } from './day-of.ts'
import { type MeasuredText, measureText } from './measure-text.ts'
import { tokensIn } from './tokens-in.ts'

/** What reads and counts what was found. */
export type RecallWords = { remembered: Pick<Remembered, 'get'>; tokens: TokenCounter; log: Logger }

type Search = {
  asked: AskedOfMemory
  scope: RecallScope
  settings: RecallSettings
  /** As it was planned, with the room that it keeps free. */
  map: ContextMap
  signal: AbortSignal
}

/** A map with what was recalled in it, and what it names: the block as it is sent, and where it is from. */
export type RecallOutcome = {
  map: ContextMap
  text: string
  wrapper: MeasuredText | null
  receipts: PassageReceipt[]
}

/** How many are looked at for each that is shown: some say the same. */
const LOOKED_AT = 4

/** Fills the room that a map keeps free. A search that fails leaves it empty and says so: the turn goes on without. */
export async function recallPassages(deps: RecallWords, search: Search): Promise<RecallOutcome> {
  const { map, signal } = search
  // The newest message took all the room.
  if (map.recall?.reserve === 0)
    return nothingRecalled(withRecall(map, { outcome: 'nothing', by: null, model: null, failure: null }))
  try {
    return await recallInto(deps, search)
  } catch (error) {
    signal.throwIfAborted()
    deps.log.warn('The memory could not be searched; a turn goes on without.', { error })
    const failure = error instanceof AppError ? error.message : 'The server’s log says why.'
    return nothingRecalled(withRecall(map, { outcome: 'failed', by: null, model: null, failure }))
  }
}

export const nothingRecalled = (map: ContextMap): RecallOutcome => ({
  map,
  text: '',
  wrapper: null,
  receipts: [],
})

async function recallInto(
  deps: RecallWords,
  { asked, scope, settings, map }: Search,
): Promise<RecallOutcome> {
  const { minScore, topK } = settings
  const { exchanges, by, model, failure } = await asked.search(scope, { minScore })
  const how = { by, model, failure }
  const sent = new Set(map.segments.flatMap((each) => (each.kind === 'message' ? [each.messageId] : [])))
  const unsent = exchanges.flatMap(({ rule, ...each }) =>
    rule === null || sent.has(each.id) ? [] : [{ ...each, rule }],
  )
  const said = await inWords(deps.remembered, scope.owner, unsent.slice(0, topK * LOOKED_AT))
  const shown = distinctPassages(said.map(beginning))
    .slice(0, topK)
    .map(({ whole }) => whole)
  const wrapper = await measureText(deps.tokens, RECALL_WRAPPER, map.encoding)
  const { passages, text, tokens } = await fitPassages(shown, {
    wrapper: RECALL_WRAPPER,
    maxTokens: map.recall?.reserve ?? 0,
    count: async (counted) => tokensIn(map.encoding, await deps.tokens.count(counted), counted),
  })
  if (passages.length === 0) return nothingRecalled(withRecall(map, { outcome: 'nothing', ...how }))

  const ranked = passages.map((passage, place) => ({ ...passage, rank: place + 1 }))
  return {
    map: withRecall(map, {
      outcome: 'found',
      wrapper: { hash: wrapper.hash },
      passages: ranked.map(({ id, sessionId, answerId, seq, rank, score, cosine, words, rule, chars }) => ({
        ...{ exchangeId: id, sessionId, answerId, seq, rank, score, cosine, words, rule, chars },
      })),
      tokens,
      ...how,
    }),
    text,
    wrapper,
    receipts: ranked.map(({ rank, id, sessionId, title }) => ({ rank, exchangeId: id, sessionId, title })),
  }
}

/** UTF-16 units of either side by which two passages are compared: those of a long file are not worth a turn's while. */
const COMPARED = 10_000

const beginning = <P extends { user: string; assistant: string | null }>(whole: P) => ({
  whole,
  user: whole.user.slice(0, COMPARED),
  assistant: whole.assistant?.slice(0, COMPARED) ?? null,
})

/** As they are now. What was forgotten since it was found is left out. */
async function inWords<E extends Pick<RecalledExchange, 'id'>>(
  remembered: Pick<Remembered, 'get'>,
  owner: string,
  exchanges: readonly E[],
) {
  const known = await remembered.get(
    owner,
    exchanges.map(({ id }) => id),
  )
  return exchanges.flatMap((exchange) => {
    const said = known.get(exchange.id)
    if (!said) return []
    const { title, saidAt, user, assistant, answerId } = said
    return [{ ...exchange, title, date: dayOf(saidAt), user, assistant, answerId }]
  })
}
