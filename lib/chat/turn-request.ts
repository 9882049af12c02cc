import type { ChatModel, Tool } from '../ports/chat-models.ts'
import type { Splice } from '../ports/turn-store.ts'
import type { ChatRequest } from '../schemas/chat.ts'
import type { MessageView } from '../schemas/message.ts'
import type { SessionKind } from '../schemas/session.ts'
import type { ModelCall } from './tokens-spent.ts'

/** What a page asks for, or that a message of the path is answered again, wherever it stands: see `TurnPrompt`. */
export type TurnRequest =
  | ChatRequest
  | {
      action: 'again'
      sessionId: string
      messageId: string
      last: string | null
      /** The client's own name of the request; null: it has none. */
      clientId: string | null
      model: string | null
    }

/** What a door adds to the request of a page. */
export type TurnOptions = {
  /** Whoever stops reading the events aborts it. */
  left?: AbortSignal
  /** What a session is that the turn makes; one of the page by default. */
  kind?: SessionKind
  /** What a session is called that the turn makes; by default it gets an id. */
  named?: string
  /** In place of the session's instructions, in this turn alone. */
  instructions?: string | undefined
  /** Where the message goes, for a client with a history of its own. */
  splice?: Splice
  /** The message is the result of that call: `splice` says where it stands. */
  toolCallId?: string | undefined
  /** What the model may call; without any, a call that it makes all the same is nobody's to answer. */
  tools?: readonly Tool[] | undefined
  /** Sent behind the instructions, in this turn alone. */
  guidance?: string
  /** What answers in the model's place, and may ask it. */
  through?(model: ChatModel): ChatModel
  /** Who asks, by the name of the access token and the address: what is limited is so for each. */
  who?: string
  /** The end was stored; null: it could not be, or is another process's. */
  ended?(answer: MessageView | null, call: ModelCall): void
}
