import { type MessageView, textOf } from '../../lib/schemas/message.ts'
import type { Entry, Ledger } from './ledger.ts'

export type StoredSession = { id: string; messages: readonly MessageView[] }

export type Verdict = {
  accepted: number
  lost: number
  doubled: number
  locked: number
  /** Answers by their status. */
  answers: Record<string, number>
  /** What is wrong, a line each; empty when all is well. */
  faults: string[]
}

/** Holds what is stored against what the clients know. `locked`: sessions that took no new message. */
export function judge(ledger: Ledger, stored: readonly StoredSession[], locked: readonly string[]): Verdict {
  const faults = [...ledger.faults, ...locked.map((id) => `${id} takes no message: it stayed locked`)]
  const accepted = ledger.entries.filter((entry) => entry.accepted)
  const copies = new Map<string, number>()
  for (const message of stored.flatMap(({ messages }) => messages)) {
    const text = textOf(message)
    if (message.role === 'user') copies.set(text, (copies.get(text) ?? 0) + 1)
  }

  const lost = accepted.filter(({ text }) => !copies.has(text))
  const doubled = accepted.filter(({ text }) => (copies.get(text) ?? 0) > 1)
  for (const { clientId } of lost) faults.push(`${clientId} was accepted and is not stored`)
  for (const { clientId, text } of doubled) faults.push(`${clientId} is stored ${copies.get(text)} times`)

  const entries = new Map(accepted.map((entry) => [entry.text, entry]))
  for (const session of stored) faults.push(...faultsOf(session, entries))
  return {
    accepted: accepted.length,
    lost: lost.length,
    doubled: doubled.length,
    locked: locked.length,
    answers: countStatuses(stored),
    faults,
  }
}

function faultsOf({ id, messages }: StoredSession, entries: ReadonlyMap<string, Entry>): string[] {
  const faults: string[] = []
  let asked: Entry | undefined
  for (const [index, message] of messages.entries()) {
    const at = `${id}, seq ${message.seq}:`
    if (message.seq !== index) faults.push(`${at} expected the seq ${index}`)
    if (message.role !== (index % 2 === 0 ? 'user' : 'assistant'))
      faults.push(`${at} a message of the role ${message.role} out of turn`)
    if (message.role === 'user') {
      asked = entries.get(textOf(message))
      if (asked?.sessionId !== id) faults.push(`${at} nobody sent this message here`)
    } else if (asked) {
      const fault = answerFault(message, asked)
      if (fault) faults.push(`${at} ${fault}`)
    }
  }
  if (messages.length % 2 !== 0) faults.push(`${id} ends with a message that has no answer`)
  return faults
}

/** An answer is whole, or marked as interrupted with what had come; and its client was told no other. */
function answerFault(answer: MessageView, { whole, told }: Entry): string | null {
  const { status } = answer
  const text = textOf(answer)
  if (status !== 'complete' && status !== 'interrupted') return `an answer that is ${status}`
  if (status === 'complete' ? text !== whole : !whole.startsWith(text))
    return `an answer that is ${status} with the text ${JSON.stringify(text)}`
  if (told?.status !== status || (told.text !== null && told.text !== text))
    return `an answer that is ${status}, of which was told ${JSON.stringify(told)}`
  return null
}

function countStatuses(stored: readonly StoredSession[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { role, status } of stored.flatMap(({ messages }) => messages))
    if (role === 'assistant') counts[status] = (counts[status] ?? 0) + 1
  return counts
}
