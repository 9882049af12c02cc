import { buildContext, quotedSummary, type Segment, type Words } from '../memory/index.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { Summaries } from '../ports/summaries.ts'
import type { AnswerContext } from '../schemas/context-map.ts'
import { recalledText } from './recalled-text.ts'
import { receiptsOf } from './receipts.ts'

type Deps = { contextMaps: ContextMaps; summaries: Pick<Summaries, 'texts'> }

/**
 * The decision behind a past answer, and the messages as they were sent; their text is null where it was
 * forgotten. Throws `message_not_found`.
 */
export async function answerContext(
  { contextMaps, summaries }: Deps,
  owner: string,
  answerId: string,
): Promise<AnswerContext> {
  const stored = await contextMaps.get(owner, answerId)
  if (!stored) return { map: null, sent: [], tools: null, receipts: [] }
  const { segments } = stored.map
  const messageIds = segments.flatMap(messagesOf)
  const summaryIds = segments.flatMap((segment) => (segment.kind === 'summary' ? [segment.summaryId] : []))
  const passages = segments.flatMap((segment) => (segment.kind === 'recall' ? segment.passages : []))
  const [words, receipts, told] = await Promise.all([
    contextMaps.words(owner, messageIds),
    passages.length > 0 ? contextMaps.receipts(owner, answerId) : new Map<number, never>(),
    summaryIds.length > 0 ? summaries.texts(owner, summaryIds) : new Map<string, never>(),
  ])

  const wordsOf = (segment: Segment): Words<string | null> => {
    if (segment.kind === 'message') return words.get(segment.messageId) ?? { content: null }
    const text = stored.texts.get(segment.hash) ?? null
    if (segment.kind === 'recall')
      return { content: text === null ? null : recalledText(text, segment.passages, { words, receipts }) }
    if (segment.kind !== 'summary') return { content: text }
    const summary = told.get(segment.summaryId)
    return { content: text !== null && summary ? quotedSummary(text, summary) : null }
  }
  const [offered] = segments.filter(({ kind }) => kind === 'tools')
  return {
    map: stored.map,
    sent: buildContext(stored.map, wordsOf),
    tools: offered ? wordsOf(offered).content : null,
    receipts: receiptsOf(passages, { words, receipts }),
  }
}

/** The ids of the messages whose words a segment holds. */
function messagesOf(segment: Segment): string[] {
  if (segment.kind === 'message') return [segment.messageId]
  if (segment.kind !== 'recall') return []
  return segment.passages.flatMap(({ exchangeId, answerId }) =>
    answerId === null ? [exchangeId] : [exchangeId, answerId],
  )
}
