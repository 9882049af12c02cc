import { createHash } from 'node:crypto'
import type { SessionMemory } from '../schemas/memory-settings.ts'

/** The first message of a new session, with all that its answer depends on. */
export type FirstMessage = {
  endpoint: string
  /** The end user that the client named. */
  user: string | null
  query: string
  /** As understood: what has an effect, and nothing else. */
  metadata: Readonly<Record<string, string | null | undefined>>
  /** As they are sent, with what is said in this turn alone behind them. */
  instructions: string
  /** Of the session that is made; null: all as in the settings. */
  memory: SessionMemory | null
}

/** SHA-256, in hexadecimal, of a JSON that is the same for the same question whatever order its fields came in. */
export function replyKey(owner: string, model: string, first: FirstMessage): string {
  const { endpoint, user, query, metadata, instructions, memory } = first
  const effective = Object.entries(metadata).filter(([, value]) => value != null)
  const asked = [
    ...[owner, user, endpoint, query],
    ...[inOrder(effective), model, instructions, inOrder(Object.entries(memory ?? {}))],
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}

const inOrder = (fields: [string, unknown][]) => fields.sort(([a], [b]) => (a < b ? -1 : 1))
