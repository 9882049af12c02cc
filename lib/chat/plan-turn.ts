import { createHash } from 'node:crypto'
import type { ContextMap } from '../memory/context-map.ts'
import { buildContext, plan, readBack } from '../memory/index.ts'
import type { StoredMessage } from '../memory/types.ts'
import type { ModelInfo, PromptMessage } from '../ports/chat-models.ts'
import type { Messages } from '../ports/messages.ts'
import type { TokenCounter, TokenCounts } from '../ports/token-counter.ts'
import type { SessionView } from '../schemas/session.ts'
import type { Settings } from '../schemas/settings.ts'

export type TurnPlan = {
  map: ContextMap
  /** Exactly what the model is sent. */
  messages: PromptMessage[]
  /** The texts that the map names by hash. */
  texts: { hash: string; text: string }[]
}

export type PlanDeps = { messages: Pick<Messages, 'readBack' | 'bounds'>; tokens: TokenCounter }

/** What a call would be sent: on a session's path, or for the first message of a session yet to be made. */
export async function planTurn(
  deps: PlanDeps,
  turn: {
    owner: string
    session: Pick<SessionView, 'id' | 'nextSeq' | 'instructions'> | null
    settings: Settings
    model: ModelInfo
    /** A message that is not stored: it stands last. Without it the path's last message is the one to answer. */
    draft: { text: string; tokens: TokenCounts } | null
  },
): Promise<TurnPlan> {
  void readBack
  throw new Error('unfinished')
}
