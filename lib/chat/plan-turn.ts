import {
  buildContext,
  type ContextMap,
  type ContextMessage,
  quotedSummary,
  type Segment,
} from '../memory/index.ts'
import type { PromptMessage } from '../ports/chat-models.ts'
import type { Summaries } from '../ports/summaries.ts'
import { type DecideDeps, type Decision, decideTurn, type PlannedTurn } from './decide-turn.ts'
import { forgottenWhileAnswered } from './forgotten.ts'

export type TurnPlan = {
  map: ContextMap
  /** Exactly what the model is sent. */
  messages: PromptMessage[]
  /** The texts that the map names by hash. */
  texts: { hash: string; text: string }[]
}

export type PlanDeps = DecideDeps & { summaries: Pick<Summaries, 'texts'> }

/** What a call is sent on a session's path. */
export async function planTurn(deps: PlanDeps, turn: PlannedTurn): Promise<TurnPlan> {
  const decision = await decideTurn(deps, turn)
  const { map, instructions, continuation, wrapper } = decision
  const quoted = await quotedBy(deps, turn.owner, decision)
  const named = [instructions, map.summary && wrapper, continuation?.request].filter((each) => each != null)
  const byHash = new Map(named.map(({ hash, text }) => [hash, text]))
  const byId = new Map(decision.sent.map(({ id, text }) => [id, text]))
  if (continuation) byId.set(continuation.answer.id, continuation.text)
  const textOf = (segment: Segment): string => {
    if (segment.kind === 'summary') return quoted
    return (segment.kind === 'message' ? byId.get(segment.messageId) : byHash.get(segment.hash)) ?? ''
  }
  return {
    map,
    messages: buildContext(map, textOf).map(withoutTools),
    texts: named.map(({ hash, text }) => ({ hash, text })),
  }
}

/** The summary of a decision as it is sent; nothing where it has none. */
async function quotedBy({ summaries }: PlanDeps, owner: string, { map, wrapper }: Decision): Promise<string> {
  if (map.summary === null || wrapper === null) return ''
  const summary = (await summaries.texts(owner, [map.summary.id])).get(map.summary.id)
  // It was read a moment ago: what it told was cleared or deleted since.
  if (!summary) throw forgottenWhileAnswered()
  return quotedSummary(wrapper.text, summary)
}

/** No conversation holds tool messages yet; one that did must not lose them without a word. */
function withoutTools({ role, content }: ContextMessage): PromptMessage {
  if (role === 'tool') throw new Error('Tool messages cannot be sent yet.')
  return { role, content }
}
