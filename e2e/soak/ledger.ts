import type { MessageView } from '../../lib/schemas/message.ts'

/** What the server last said of an answer. `text`: null where it said that it broke off, and no word of it. */
export type Told = { status: MessageView['status']; text: string | null }

/** One message as its client knows it. */
export type Entry = {
  clientId: string
  /** No other one has it: by that it is found again, whatever a door makes of the client's own id. */
  text: string
  /** The answer that the model gives to it. */
  whole: string
  /** Known once the message was accepted: the start of its answer was read, or its end. */
  sessionId: string | null
  accepted: boolean
  told: Told | null
}

/** What the clients know: the messages that they sent, and what went against what they were told before. */
export type Ledger = { entries: Entry[]; faults: string[] }

export const createLedger = (): Ledger => ({ entries: [], faults: [] })
