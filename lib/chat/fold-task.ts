import {
  DEFAULT_SUMMARY_PROMPT,
  isBearable,
  type StoredSummary,
  SUMMARY_WRAPPER,
  summaryTokens,
  summaryWords,
} from '../memory/index.ts'
import type { ChatModel, ChatModels } from '../ports/chat-models.ts'
import type { Messages } from '../ports/messages.ts'
import type { Recall } from '../ports/recall.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { SummaryPayload } from '../schemas/job.ts'
import type { SessionView } from '../schemas/session.ts'
import { roomForRecall } from './decide-turn.ts'
import { effectiveMemory } from './effective-memory.ts'
import type { Stretch } from './exchanges-on.ts'
import { measureInstructions } from './instructions.ts'
import { rowsIn, summariesIn, tokensIn } from './tokens-in.ts'
import { allButNewest, dueOf } from './untold.ts'

export type FoldTaskDeps = {
  sessions: Pick<Sessions, 'get'>
  settings: Pick<SettingsStore, 'get'>
  messages: Pick<Messages, 'bounds' | 'pinned' | 'readBack'>
  models: Pick<ChatModels, 'resolve'>
  tokens: TokenCounter
  recall?: Recall | null
}

/** What a summary is to be written of. */
export type FoldTask = {
  session: SessionView
  model: ChatModel
  /** What the model is asked with. */
  template: string
  /** How long what is written may be. */
  words: number
  /** Where the summary's range begins. */
  fromSeq: number
  /** The newest version that can be used; null: there is none. */
  newest: StoredSummary | null
  /**
   * The version that is gone on from, the newest that the model can be sent; null: it is written from messages alone.
   */
  base: StoredSummary | null
  /** The messages to be told on top of it. */
  stretch: Stretch
  /** Whether what is written is in force at once. */
  asked: boolean
}

/** null: there is nothing to be told. Throws `session_not_found`, `unknown_model`. */
export async function foldTask(
  deps: FoldTaskDeps,
  owner: string,
  { sessionId, asked, again }: SummaryPayload,
): Promise<FoldTask | null> {
  const [session, own] = await Promise.all([deps.sessions.get(owner, sessionId), deps.settings.get(owner)])
  const memory = effectiveMemory(own, session.memory)
  if (asked === null && (!memory.useSummary || memory.maxExchanges === 0)) return null

  const model = await deps.models.resolve(session.model)
  const { limits } = model.info
  const { encoding } = limits
  const [{ floorSeq, summaries: stored }, counted] = await Promise.all([
    deps.messages.bounds(owner, sessionId, encoding),
    deps.tokens.count(SUMMARY_WRAPPER),
  ])
  const wrapper = { tokens: tokensIn(encoding, counted, SUMMARY_WRAPPER) }
  const summaries = summariesIn(encoding, stored)
  const [newest = null] = summaries
  const base = summaries.find((each) => isBearable(summaryTokens(each, wrapper, limits), limits)) ?? null
  const path: Stretch = { owner, sessionId, fromSeq: floorSeq, beforeSeq: session.nextSeq, encoding }
  const untold = base === null ? path : { ...path, fromSeq: base.toSeq + 1 }
  const template = own.summaryPrompt ?? DEFAULT_SUMMARY_PROMPT
  const task = {
    ...{ session, model, template, words: summaryWords(memory, limits) },
    ...{ fromSeq: floorSeq, newest, base, asked: asked !== null },
  }

  if (asked === 'rewrite' && newest !== null)
    return { ...task, base: null, stretch: { ...path, beforeSeq: newest.toSeq + 1 } }
  if (asked !== null) return onStretch(task, await allButNewest(deps, untold))
  if (again && again.toSeq > (newest?.toSeq ?? -1) && (await hasMessage(deps, path, again.toSeq)))
    return { ...task, asked: again.asked, stretch: { ...untold, beforeSeq: again.toSeq + 1 } }

  const [instructions, pinned] = await Promise.all([
    measureInstructions(deps.tokens, session.instructions ?? own.instructions, encoding),
    deps.messages.pinned(owner, sessionId, path),
  ])
  const told = summaryTokens(base ?? { tokens: 0 }, wrapper, limits)
  const frame = {
    settings: memory,
    limits,
    instructions,
    recall: roomForRecall(deps, memory),
    pinned: rowsIn(encoding, pinned),
    summaryTokens: told,
  }
  return onStretch(task, await dueOf(deps, frame, untold))
}

/** Where the end of a range has left the path, it would be cut within an exchange. */
const hasMessage = async ({ messages }: FoldTaskDeps, path: Stretch, seq: number): Promise<boolean> => {
  const { owner, sessionId, encoding } = path
  const only = { fromSeq: Math.max(seq, path.fromSeq), beforeSeq: seq + 1, take: 1, encoding }
  return (await messages.readBack(owner, sessionId, only)).length > 0
}

const onStretch = (task: Omit<FoldTask, 'stretch'>, stretch: Stretch | null): FoldTask | null =>
  stretch && { ...task, stretch }
