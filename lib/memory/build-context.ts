import type { ContextMap, Segment } from './context-map.ts'
import type { Role, ToolCall } from './types.ts'

/** What a message says; `content` is null where its text was forgotten since. */
export type Words<Content extends string | null = string> = {
  content: Content
  toolCalls?: readonly ToolCall[]
  toolCallId?: string
}

type Said = { text: string; toolCalls?: readonly ToolCall[]; toolCallId?: string }

/** Of a message whose text is there. */
export const wordsIn = ({ text, toolCalls, toolCallId }: Said): Words => ({
  content: text,
  ...(toolCalls === undefined ? {} : { toolCalls }),
  ...(toolCallId === undefined ? {} : { toolCallId }),
})

/** One message as it is sent. */
export type ContextMessage<Content extends string | null = string> = { role: Role } & Words<Content>

/**
 * The exact messages that a map stands for; the tools are sent beside them. The turn gives all words; for a past one
 * `wordsOf` answers null where the text is gone.
 */
export function buildContext<Content extends string | null>(
  map: Pick<ContextMap, 'segments'>,
  wordsOf: (segment: Segment) => Words<Content>,
): ContextMessage<Content>[] {
  return map.segments
    .filter(({ kind }) => kind !== 'tools')
    .map((segment) => ({ role: roleOf(segment), ...wordsOf(segment) }))
}

function roleOf(segment: Segment): Role {
  if (segment.kind === 'message') return segment.role
  return segment.kind === 'continuation' ? 'user' : 'system'
}
