import { z } from 'zod'
import type { MessageView } from '@/lib/schemas/message'
import type { ToolCall } from '@/lib/schemas/tool-call'

/** What of a call's arguments fits into a line, in UTF-16 units. */
const SHORT = 120

export const argumentsInShort = ({ arguments: json }: Pick<ToolCall, 'arguments'>): string =>
  json.slice(0, SHORT).toWellFormed().replace(/\s+/g, ' ').trim()

/** "weather {"city":"Turin"}, time" */
export const callsInShort = (calls: readonly ToolCall[]): string =>
  calls.map((call) => `${call.name} ${argumentsInShort(call)}`.trim()).join(', ')

/** "Call of weather", "2 calls". */
export const callsInWords = ([call, ...more]: readonly ToolCall[]): string =>
  call && more.length === 0 ? `Call of ${call.name}` : `${more.length + 1} calls`

/** undefined: its call is not loaded. */
export const resultInWords = (tool: string | undefined): string => `Result of ${tool ?? 'a tool'}`

/** Whose a message is. `tool`: the one that gave it, as far as that is known. */
export function speakerOf({ role }: Pick<MessageView, 'role'>, tool?: string): string {
  if (role === 'tool') return resultInWords(tool)
  return role === 'user' ? 'You' : 'Answer'
}

const named = z.array(z.object({ name: z.string() }))

/** The names of what a model could call, which is JSON; empty where it was forgotten since. */
export const offeredInShort = (tools: string | null): string =>
  tools === null
    ? ''
    : named
        .parse(JSON.parse(tools))
        .map(({ name }) => name)
        .join(', ')
