import type { MessageView } from '../../lib/schemas/message.ts'

/** What the server last said of an answer. */
export type Told = { status: MessageView['status']; text: string }

/** One message as its client knows it. */
export type Entry = {
  clientId: string
  text: string
  /** The answer that the model gives to it. */
  whole: string
  /** Known once the message was accepted: the start of its answer was read. */
  sessionId: string | null
  accepted: boolean
  told: Told | null
}

/** What the clients know: the messages that they sent, and what went against what they were told before. */
export type Ledger = { entries: Entry[]; faults: string[] }

export const createLedger = (): Ledger => ({ entries: [], faults: [] })
