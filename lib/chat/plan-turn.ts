import {
  buildContext,
  type ContextMap,
  type ContextMessage,
  type MemorySettings,
  type PlanFrame,
  plan,
  type ReadFrom,
  readBack,
  type StoredMessage,
} from '../memory/index.ts'
import type { ModelInfo, PromptMessage } from '../ports/chat-models.ts'
import type { Messages, PathBounds } from '../ports/messages.ts'
import type { TokenCounter, TokenCounts } from '../ports/token-counter.ts'
import type { MessageView } from '../schemas/message.ts'
import type { SessionView } from '../schemas/session.ts'
import type { Settings } from '../schemas/settings.ts'
import { measureContinuation } from './continuation.ts'
import { measureInstructions } from './instructions.ts'
import { tokensIn } from './tokens-in.ts'

export type TurnPlan = {
  map: ContextMap
  /** Exactly what the model is sent. */
  messages: PromptMessage[]
  /** The texts that the map names by hash. */
  texts: { hash: string; text: string }[]
}

export type PlanDeps = { messages: Pick<Messages, 'readBack' | 'bounds' | 'pinned'>; tokens: TokenCounter }

type PlannedTurn = {
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

/** What a call would be sent on a session's path. Reads what is kept and little more. */
export async function planTurn(deps: PlanDeps, turn: PlannedTurn): Promise<TurnPlan> {
  const { session, settings, model, continued = null } = turn
  const { encoding } = model.limits
  const [instructions, continuation, bounds] = await Promise.all([
    measureInstructions(deps.tokens, session?.instructions ?? settings.instructions, encoding),
    continued && measureContinuation(deps.tokens, continued, encoding),
    session ? deps.messages.bounds(turn.owner, session.id, encoding) : NO_PATH,
  ])
  const { hasPinned, ...path } = bounds
  const pinned =
    session && hasPinned
      ? await deps.messages.pinned(turn.owner, session.id, {
          fromSeq: (path.dividerSeq ?? -1) + 1,
          beforeSeq: 'draft' in turn.newest ? session.nextSeq : turn.newest.questionSeq,
          encoding,
        })
      : []
  const frame: PlanFrame = {
    settings: turn.memory,
    limits: model.limits,
    instructions,
    continuation,
    ...path,
    pinned,
    summaries: null,
  }
  const readPage = pagesOf(deps, turn, path.dividerSeq)
  const rows = await readBack(readPage, frame, placeOf(turn), session && meanTokens(session))
  const { map, sent } = plan({ ...frame, rows })

  const named = [instructions, continuation?.request].filter((each) => each != null)
  const byHash = new Map(named.map(({ hash, text }) => [hash, text]))
  const byId = new Map(sent.map(({ id, text }) => [id, text]))
  if (continuation) byId.set(continuation.answer.id, continuation.text)
  const context = buildContext(
    map,
    (segment) => (segment.kind === 'message' ? byId.get(segment.messageId) : byHash.get(segment.hash)) ?? '',
  )
  return {
    map,
    messages: context.map(withoutTools),
    texts: named.map(({ hash, text }) => ({ hash, text })),
  }
}

/** Of all that the session holds; null: that is nothing. */
const meanTokens = ({ messageCount, tokenCount }: Pick<SessionView, 'messageCount' | 'tokenCount'>) =>
  messageCount > 0 && tokenCount > 0 ? tokenCount / messageCount : null

function pagesOf({ messages }: PlanDeps, { owner, session, model }: PlannedTurn, dividerSeq: number | null) {
  return async (beforeSeq: number, take: number): Promise<StoredMessage[]> => {
    if (!session) return []
    const { encoding } = model.limits
    return messages.readBack(owner, session.id, {
      fromSeq: (dividerSeq ?? -1) + 1,
      beforeSeq,
      take,
      encoding,
    })
  }
}

/** The id of a draft in its map: no stored message has it. */
const DRAFT_ID = 'draft'

function placeOf({ newest, session, model }: PlannedTurn): ReadFrom {
  if ('answerSeq' in newest) return { beforeSeq: newest.answerSeq }
  const tokens = tokensIn(model.limits.encoding, newest.tokens)
  const marks = { pinned: false, excluded: false, status: 'complete' } as const
  return {
    draft: { id: DRAFT_ID, seq: session?.nextSeq ?? 0, role: 'user', text: newest.draft, tokens, ...marks },
  }
}

/** No conversation holds tool messages yet; one that did must not lose them without a word. */
function withoutTools({ role, content }: ContextMessage): PromptMessage {
  if (role === 'tool') throw new Error('Tool messages cannot be sent yet.')
  return { role, content }
}
