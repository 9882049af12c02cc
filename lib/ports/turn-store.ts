import type { ErrorBody } from '../errors.ts'
import type { ContextMap } from '../memory/context-map.ts'
import type { MessagePart, MessageView, Usage } from '../schemas/message.ts'
import type { Position } from '../schemas/run-event.ts'
import type { SessionKind, SessionView } from '../schemas/session.ts'
import type { ToolCall } from '../schemas/tool-call.ts'
import type { SignsOfLife } from './processes.ts'
import type { TokenCounts } from './token-counter.ts'

/** Where the turn takes place: an existing session, or one made by this turn. */
export type TurnPlace =
  | { sessionId: string; create: false }
  | {
      sessionId: string
      create: true
      model: string | null
      instructions: string | null
      kind: SessionKind
    }

/**
 * What is to be answered: a new message; again the one above `answerId`, whose answer leaves the path; or again any
 * message of the user, or result of a tool, as whatever follows it leaves the path. An answer that continues another begins with its parts.
 */
export type TurnPrompt =
  | {
      kind: 'send'
      id: string
      clientId: string
      text: string
      /** It is the result of that call, which it stands behind; left out: a message of the user. */
      toolCallId?: string | undefined
      tokens: TokenCounts
      title: string
      /** For a client with a history of its own; left out: behind the newest message of the path. */
      splice?: Splice | undefined
    }
  | { kind: 'regenerate' | 'continue'; answerId: string }
  /** `clientId`: the message is known by it from then on, in place of the one that it had; null: it stays. */
  | { kind: 'again'; messageId: string; last: string | null; clientId: string | null }

/** Where a new message goes, and what a client said before it that is not stored yet. */
export type Splice = {
  /** The newest message of the path when the client's were compared with it; null: there was none. */
  last: string | null
  /** The message of the path that they follow: what follows it now leaves the path. null: they begin a path. */
  below: string | null
  /** Oldest first. */
  before: readonly SaidBefore[]
}

export type SaidBefore = {
  id: string
  role: 'user' | 'assistant' | 'tool'
  text: string
  toolCalls?: readonly ToolCall[] | undefined
  toolCallId?: string | undefined
  tokens: TokenCounts
}

export type NewTurn = {
  owner: string
  place: TurnPlace
  prompt: TurnPrompt
  runId: string
  answerId: string
  processId: string
  model: string
  now: Date
}

export type BegunTurn =
  | {
      kind: 'begun'
      session: SessionView
      /** What is answered: the message of the user that its exchange begins with. */
      userMessage: MessageView
      answer: MessageView
      /** The answer that is continued; null where a new one begins. */
      continued: MessageView | null
    }
  /** The client's id for the message is known: this run answered it, or is answering it. */
  | { kind: 'joined'; runId: string; sessionId: string; answerId: string }

/** The run that holds a session's lock, and whether its process shows a sign of life. */
export type Holder = { runId: string; processId: string; alive: boolean }

export type LogEntry = {
  runId: string
  part: number
  offset: number
  kind: MessagePart['type']
  text: string
}

/** `ours` is false once another process took the run over. */
export type AppendResult = { runId: string; ours: boolean; stopRequested: boolean }

export type EndedTurn = {
  owner: string
  runId: string
  processId: string
  status: 'complete' | 'stopped' | 'failed' | 'interrupted'
  parts: MessagePart[]
  toolCalls: readonly ToolCall[]
  tokens: TokenCounts
  usage: Usage | null
  error: ErrorBody | null
  /** null when none was made, or `append` has stored it. */
  context: TurnContext | null
  /** Whether the job that writes the session's summary is asked for. */
  summaryDue: boolean
  /** Whether its exchange is to be indexed. */
  remember: boolean
  /** Whether those that were stored with its question, answers and all, are to be as well. */
  rememberBefore: boolean
  now: Date
}

/**
 * An answer as it is stored. `visible`: false where its conversation was cleared or deleted meanwhile. `asked`: whether
 * its end asks for jobs.
 */
export type EndedAnswer = { answer: MessageView; visible: boolean; asked: boolean }

/** The decision behind an answer, the texts that it names by hash, and where what was recalled for it is from. */
export type TurnContext = {
  map: ContextMap
  texts: { hash: string; text: string }[]
  receipts: PassageReceipt[]
}

/** `title`: that of the passage's session as it was sent. */
export type PassageReceipt = { rank: number; exchangeId: string; sessionId: string; title: string }

/** The decision behind a run's answer, made at that time. */
export type RunContext = { runId: string; context: TurnContext; now: Date }

/** The writes of a turn. Each is one short transaction; none is open across a model call. */
export type TurnStore = {
  /**
   * The user's message, the answer's row as `streaming`, its run and the lock, together or not at all. A new
   * message gives its session a title where it has none. A session that is made takes the name of one that has ended.
   * Throws `session_busy` (details: the holder's ids) while another run holds the session, and without details where
   * its name is taken or its path is no longer the one that was read; `session_not_found`, `message_not_found`,
   * `nothing_to_answer`, `nothing_to_continue`.
   */
  begin(turn: NewTurn): Promise<BegunTurn>
  /** null: the session is free. Throws `session_not_found`. */
  holder(owner: string, sessionId: string, signs: SignsOfLife): Promise<Holder | null>
  /**
   * Appends for many runs in one transaction; after a failure run by run, so that one deleted session hurts no
   * other. Contexts are stored beside the text, so that a killed process leaves them; a repeat changes nothing. A run
   * whose entries could not be written then has no result: they are to be sent again. Throws when nothing could be
   * written.
   */
  append(
    processId: string,
    entries: LogEntry[],
    runIds: string[],
    contexts?: RunContext[],
  ): Promise<AppendResult[]>
  /** null, and nothing written, when the run is no longer ours. The log goes with it: the message has its text. */
  end(turn: EndedTurn): Promise<EndedAnswer | null>
  /** Tells the process that writes the run, whichever it is. Throws `run_not_found`. */
  requestStop(owner: string, runId: string): Promise<{ ended: boolean }>
  /** The run and what its log holds, or its ended answer. Throws `run_not_found`. */
  read(owner: string, runId: string): Promise<{ answer: MessageView; sessionId: string; ended: boolean }>
  /** What the log has from a position on, in order; once the run has ended, its answer. Throws `run_not_found`. */
  readFrom(
    owner: string,
    runId: string,
    from: Position,
  ): Promise<{ entries: Omit<LogEntry, 'runId'>[]; ended: MessageView | null; sessionId: string }>
}
