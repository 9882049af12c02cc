import { z } from 'zod'
import { id, incomingText, MESSAGE_MAX, storable } from './text.ts'
import { toolCall } from './tool-call.ts'

/** Of one request: what a client that sends its whole history each time may come to. */
const MESSAGES_MAX = 100_000

const asParts = (content: unknown) =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const textPart = z.object({
  type: z.literal('text', {
    error: ({ input }) =>
      typeof input === 'string'
        ? `Only text can be sent: a part of the type "${input.slice(0, 40).toWellFormed()}" is not understood.`
        : 'Only text can be sent: a part says so by "type": "text".',
  }),
  text: incomingText(MESSAGE_MAX),
})

/** A text, or its parts, which are joined. */
const content = z
  .preprocess(asParts, z.array(textPart, { error: 'It has to be a text, or a list of parts that are.' }))
  .describe('A text, or a list of parts such as {"type":"text","text":"…"}, which are joined.')
  .transform((parts) => parts.map(({ text }) => text).join(''))

/** As a model names it: some servers keep there what they want to see again, such as a signed thought. */
const callId = z.string().min(1).max(100_000).transform(storable)

const calledFunction = z
  .object({
    id: callId,
    function: z.object({ name: id, arguments: incomingText(MESSAGE_MAX) }),
  })
  .transform(({ id, function: { name, arguments: json } }) => ({ id, name, arguments: json }))
  .pipe(toolCall)

const message = z.discriminatedUnion(
  'role',
  [
    z.object({ role: z.literal('system'), content }),
    // The newer name for the same.
    z
      .object({ role: z.literal('developer'), content })
      .transform((said) => ({ ...said, role: 'system' as const })),
    z.object({ role: z.literal('user'), content }),
    z
      .object({
        role: z.literal('assistant'),
        content: z.preprocess((given) => given ?? '', content),
        tool_calls: z.array(calledFunction).nullish(),
      })
      .transform(({ role, content, tool_calls }) => ({
        role,
        content,
        ...(tool_calls && tool_calls.length > 0 ? { toolCalls: tool_calls } : {}),
      })),
    z
      .object({ role: z.literal('tool'), content, tool_call_id: callId })
      .transform(({ role, content, tool_call_id }) => ({ role, content, toolCallId: tool_call_id })),
  ],
  { error: 'The role has to be system, developer, user, assistant or tool.' },
)

/**
 * What a client sends as `messages`. Every call of a tool is followed by its result and every result follows its call,
 * or no model would take them; results that come first answer what a session has stored.
 */
export const openaiMessages = z
  .array(message)
  .min(1, 'There is no message.')
  .max(MESSAGES_MAX)
  .superRefine((messages, context) => {
    let open = new Set<string>()
    let isBegun = false
    const lacking = (place: number) =>
      context.addIssue({
        code: 'custom',
        path: [place],
        message: `The calls ${[...open].join(', ')} of the message before have no result.`,
      })
    for (const [place, said] of messages.entries()) {
      if (said.role === 'tool' && !isBegun) continue
      if (said.role !== 'system') isBegun = true
      if (said.role === 'tool') {
        if (!open.delete(said.toolCallId))
          context.addIssue({
            code: 'custom',
            path: [place, 'tool_call_id'],
            message: 'It follows no message with that call.',
          })
        continue
      }
      if (open.size > 0) lacking(place)
      const calls = (said.role === 'assistant' && said.toolCalls) || []
      open = new Set(calls.map(({ id }) => id))
      if (open.size < calls.length)
        context.addIssue({
          code: 'custom',
          path: [place, 'tool_calls'],
          message: 'Two of its calls have the same id.',
        })
    }
    if (open.size > 0) lacking(messages.length - 1)
  })
