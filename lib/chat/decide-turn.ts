import {
  type ContextMap,
  type Encoding,
  type PlanFrame,
  plan,
  type ReadFrom,
  readBack,
  readFloor,
  type StoredMessage,
  SUMMARY_WRAPPER,
  type Summaries,
} from '../memory/index.ts'
import type { ModelInfo, Tool } from '../ports/chat-models.ts'
import type { Messages, PathBounds } from '../ports/messages.ts'
import type { Recall } from '../ports/recall.ts'
import type { TokenCounter, TokenCounts } from '../ports/token-counter.ts'
import type { MemorySettings, RecallSettings } from '../schemas/memory-settings.ts'
import type { MessageView } from '../schemas/message.ts'
import type { SessionView } from '../schemas/session.ts'
import type { Settings } from '../schemas/settings.ts'
import { type MeasuredContinuation, measureContinuation } from './continuation.ts'
import { guided, measureInstructions } from './instructions.ts'
import { type MeasuredText, measureText } from './measure-text.ts'
import { measureTools } from './measure-tools.ts'
import { rowsIn, summariesIn, tokensIn } from './tokens-in.ts'

/** What a decision is made from. */
export type DecideDeps = {
  messages: Pick<Messages, 'readBack' | 'readOn' | 'bounds' | 'pinned'>
  tokens: TokenCounter
  /** What recalls; null: nothing is recalled here, and nothing kept free for it. */
  recall?: Recall | null
}

export type PlannedTurn = {
  owner: string
  /** null: one yet to be made. */
  session: Pick<SessionView, 'id' | 'nextSeq' | 'instructions' | 'messageCount' | 'tokenCount'> | null
  settings: Settings
  /** What counts of them for this session. */
  memory: MemorySettings
  model: ModelInfo
  /** What is to be answered: the stored message above an answer, or a draft that would come next. */
  newest: { questionSeq: number; answerSeq: number } | { draft: string; tokens: TokenCounts }
  /** An answer that is to be gone on with; null: a new one. */
  continued?: MessageView | null
  /** In place of the session's, in this turn alone. */
  instructions?: string | undefined
  /** What the model may call. */
  tools?: readonly Tool[] | undefined
  /** Sent behind the instructions, in this turn alone. */
  guidance?: string
}

const NO_PATH: PathBounds = {
  firstSeq: null,
  dividerSeq: null,
  previous: null,
  hasPinned: false,
  floorSeq: 0,
  summaries: [],
  summaryFailure: null,
}

/** What was decided, and the texts that it rests on. */
export type Decision = {
  map: ContextMap
  /** The rows behind the map's message segments. */
  sent: StoredMessage[]
  instructions: MeasuredText | null
  tools: MeasuredText | null
  continuation: MeasuredContinuation | null
  /** The words that a summary is sent in; null where there is none. */
  wrapper: MeasuredText | null
}

/**
 * What the next call is to hold. Reads what is kept and little more; of a summary not its text. `onBounds`: what comes of
 * it can be guessed now, while the rest is read.
 */
export async function decideTurn(
  deps: DecideDeps,
  turn: PlannedTurn,
  onBounds?: (bounds: PathBounds) => void,
): Promise<Decision> {
  const { session, settings, memory, model, continued = null, guidance = '' } = turn
  const { encoding } = model.limits
  const [instructions, tools, continuation, bounds] = await Promise.all([
    measureInstructions(
      deps.tokens,
      guided(turn.instructions ?? session?.instructions ?? settings.instructions, guidance),
      encoding,
    ),
    measureTools(deps.tokens, turn.tools, encoding),
    continued && measureContinuation(deps.tokens, continued, encoding),
    session ? deps.messages.bounds(turn.owner, session.id, encoding) : NO_PATH,
  ])
  onBounds?.(bounds)
  const { firstSeq, dividerSeq, previous, floorSeq, hasPinned } = bounds
  const [pinned, wrapper, soFar] = await Promise.all([
    session && hasPinned
      ? deps.messages.pinned(turn.owner, session.id, {
          fromSeq: floorSeq,
          beforeSeq: 'draft' in turn.newest ? session.nextSeq : turn.newest.questionSeq,
          encoding,
        })
      : [],
    bounds.summaries.length > 0 ? measureText(deps.tokens, SUMMARY_WRAPPER, encoding) : null,
    readSoFar(deps, turn),
  ])
  const frame: PlanFrame = {
    settings: memory,
    limits: model.limits,
    instructions,
    tools,
    continuation,
    soFar,
    recall: roomForRecall(deps, memory),
    firstSeq,
    dividerSeq,
    previous,
    pinned: rowsIn(encoding, pinned),
    meanTokens: session && meanTokens(session),
    summaries: session && summariesOf(bounds, wrapper, encoding),
  }
  const readPage = pagesOf(deps, turn, readFloor(frame))
  const rows = await readBack(readPage, frame, placeOf(turn))
  return { ...plan({ ...frame, rows }), instructions, tools, continuation, wrapper }
}

/** Whether a turn with these settings asks the memory. */
export const isRecalling = (recall: RecallSettings | undefined): recall is RecallSettings =>
  recall !== undefined && recall.from !== 'off' && recall.topK > 0

/** What is kept free for it; null: nothing is recalled. */
export const roomForRecall = (
  { recall }: Pick<DecideDeps, 'recall'>,
  memory: Pick<MemorySettings, 'recall'>,
): RecallSettings | null => (recall && isRecalling(memory.recall) ? memory.recall : null)

const summariesOf = (bounds: PathBounds, wrapper: MeasuredText | null, encoding: Encoding): Summaries => ({
  versions: wrapper ? summariesIn(encoding, bounds.summaries) : [],
  wrapper: wrapper ?? { hash: '', tokens: 0 },
  failure: bounds.summaryFailure,
})

/** Of all that the session holds; null: that is nothing. */
const meanTokens = ({ messageCount, tokenCount }: Pick<SessionView, 'messageCount' | 'tokenCount'>) =>
  messageCount > 0 && tokenCount > 0 ? tokenCount / messageCount : null

function pagesOf({ messages }: DecideDeps, { owner, session, model }: PlannedTurn, fromSeq: number) {
  return async (beforeSeq: number, take: number): Promise<StoredMessage[]> => {
    if (!session) return []
    const { encoding } = model.limits
    const rows = await messages.readBack(owner, session.id, { fromSeq, beforeSeq, take, encoding })
    return rowsIn(encoding, rows)
  }
}

/** What stands between the message that is answered and its next answer. Most often nothing, which no query asks. */
async function readSoFar(
  { messages }: DecideDeps,
  { owner, session, newest, model }: PlannedTurn,
): Promise<StoredMessage[]> {
  if (session === null || 'draft' in newest) return []
  const take = newest.answerSeq - newest.questionSeq - 1
  if (take === 0) return []
  const { encoding } = model.limits
  const range = { fromSeq: newest.questionSeq + 1, beforeSeq: newest.answerSeq, take, encoding }
  return rowsIn(encoding, await messages.readOn(owner, session.id, range))
}

/** The id of a draft in its map: no stored message has it. */
const DRAFT_ID = 'draft'

function placeOf({ newest, session, model }: PlannedTurn): ReadFrom {
  if ('questionSeq' in newest) return { beforeSeq: newest.questionSeq + 1 }
  const tokens = tokensIn(model.limits.encoding, newest.tokens, newest.draft)
  const marks = { pinned: false, excluded: false, status: 'complete' } as const
  return {
    draft: { id: DRAFT_ID, seq: session?.nextSeq ?? 0, role: 'user', text: newest.draft, tokens, ...marks },
  }
}
