import {
  buildContext,
  type ContextMap,
  type ContextMessage,
  quotedSummary,
  type Segment,
  type Words,
  wordsIn,
} from '../memory/index.ts'
import type { PromptMessage } from '../ports/chat-models.ts'
import type { Summaries } from '../ports/summaries.ts'
import type { PassageReceipt } from '../ports/turn-store.ts'
import { type DecideDeps, type Decision, decideTurn, type PlannedTurn } from './decide-turn.ts'
import { forgottenWhileAnswered } from './forgotten.ts'
import { type RecallQuestion, recallAhead } from './recall-ahead.ts'
import type { RecallWords } from './recall-passages.ts'
import { type SummaryAhead, summaryAhead } from './summary-ahead.ts'

export type TurnPlan = {
  map: ContextMap
  /** Exactly what the model is sent. */
  messages: PromptMessage[]
  /** The texts that the map names by hash. */
  texts: { hash: string; text: string }[]
  /** Where what was recalled is from. */
  receipts: PassageReceipt[]
  /** Whether the model may call something. */
  offersTools: boolean
}

export type PlanDeps = DecideDeps & RecallWords & { summaries: Pick<Summaries, 'texts'> }

/** What a call is sent on a session's path. `question`: what the memory is asked. */
export async function planTurn(
  deps: PlanDeps,
  turn: PlannedTurn,
  question: RecallQuestion,
): Promise<TurnPlan> {
  const ahead = summaryAhead(deps.summaries, turn.owner)
  const recalling = recallAhead(deps, turn, question)
  const decision = await decideTurn(deps, turn, (bounds) => {
    ahead.expect(bounds)
    recalling.expect(bounds)
  })
  const { instructions, tools, continuation, wrapper } = decision
  const [quoted, recalled] = await Promise.all([quotedBy(ahead, decision), recalling.find(decision)])
  const { map, receipts } = recalled
  const parts = [instructions, tools, map.summary && wrapper, recalled.wrapper, continuation?.request]
  const named = parts.filter((each) => each != null)
  const byHash = new Map(named.map(({ hash, text }) => [hash, text]))
  const byId = new Map(decision.sent.map((row) => [row.id, wordsIn(row)]))
  if (continuation) byId.set(continuation.answer.id, { content: continuation.text })
  const wordsOf = (segment: Segment): Words => {
    if (segment.kind === 'summary') return { content: quoted }
    if (segment.kind === 'recall') return { content: recalled.text }
    if (segment.kind === 'message') return byId.get(segment.messageId) ?? { content: '' }
    return { content: byHash.get(segment.hash) ?? '' }
  }
  return {
    map,
    messages: buildContext(map, wordsOf).map(toPrompt),
    texts: named.map(({ hash, text }) => ({ hash, text })),
    receipts,
    offersTools: tools !== null,
  }
}

/** The summary of a decision as it is sent; nothing where it has none. */
async function quotedBy(ahead: SummaryAhead, { map, wrapper }: Decision): Promise<string> {
  if (map.summary === null || wrapper === null) return ''
  const summary = await ahead.read(map.summary.id)
  // It was read a moment ago: what it told was cleared or deleted since.
  if (summary === null) throw forgottenWhileAnswered()
  return quotedSummary(wrapper.text, summary)
}

function toPrompt({ role, content, toolCalls, toolCallId }: ContextMessage): PromptMessage {
  if (role === 'assistant') return { role, content, ...(toolCalls ? { toolCalls } : {}) }
  if (role !== 'tool') return { role, content }
  // A plan sends no result without its call.
  if (toolCallId === undefined) throw new Error('A result names no call.')
  return { role, content, toolCallId }
}
