import type { ContextMap, Segment } from './context-map.ts'
import { BEHIND_RECALLED } from './recalled-passages.ts'
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
 * `wordsOf` answers null where the text is gone. What was recalled begins the message behind it, with a blank line
 * between: where the text of either is gone, that of the message is.
 */
export function buildContext<Content extends string | null>(
  map: Pick<ContextMap, 'segments'>,
  wordsOf: (segment: Segment) => Words<Content>,
): ContextMessage<Content>[] {
  const messages: ContextMessage<Content>[] = []
  let recalled: Content | undefined
  for (const segment of map.segments) {
    if (segment.kind === 'tools') continue
    const words = wordsOf(segment)
    if (segment.kind === 'recall') {
      recalled = words.content
      continue
    }
    const content = recalled === undefined ? words.content : behindRecalled(recalled, words.content)
    messages.push({ role: roleOf(segment), ...words, content })
    recalled = undefined
  }
  return messages
}

function behindRecalled<Content extends string | null>(recalled: Content, content: Content): Content {
  if (recalled === null) return recalled
  // Of two texts a text is made: a type of certain texts alone is nobody's.
  return content === null ? content : (`${recalled}${BEHIND_RECALLED}${content}` as Content)
}

function roleOf(segment: Segment): Role {
  if (segment.kind === 'message') return segment.role
  return segment.kind === 'continuation' ? 'user' : 'system'
}
