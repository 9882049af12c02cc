import { z } from 'zod'
import { errorBody } from './error.ts'
import { toolCall } from './tool-call.ts'

const messagePart = z.object({ type: z.enum(['text', 'reasoning']), text: z.string() })
export type MessagePart = z.infer<typeof messagePart>

/** Tokens as the provider counted them; null where it did not say. `input` includes `cachedInput`. */
const usage = z.object({
  input: z.number().nullable(),
  cachedInput: z.number().nullable(),
  output: z.number().nullable(),
  reasoning: z.number().nullable(),
  /** No model was asked: an answer to the same question was given again. All counts are 0. */
  fromReplyCache: z.literal(true).optional(),
})
export type Usage = z.infer<typeof usage>

/** Left out where there is none. */
export const toolFields = {
  /** What an answer asks the program that asked to do. It may have no text then. */
  toolCalls: z.array(toolCall).readonly().optional(),
  /** Of a result: the call that it belongs to. */
  toolCallId: z.string().optional(),
}

export type ToolFields = z.infer<z.ZodObject<typeof toolFields>>

export const messageRole = z.enum(['system', 'user', 'assistant', 'tool'])

/** A message as the page sees it. A divider has no parts. */
export const messageView = z.object({
  id: z.string(),
  seq: z.number().int(),
  kind: z.enum(['message', 'divider']),
  role: messageRole,
  parts: z.array(messagePart),
  ...toolFields,
  status: z.enum(['streaming', 'complete', 'stopped', 'failed', 'interrupted']),
  model: z.string().nullable(),
  usage: usage.nullable(),
  error: errorBody.nullable(),
  clientId: z.string().nullable(),
  pinned: z.boolean(),
  excluded: z.boolean(),
  /** Of an answer that was given passages of conversations: of how many. */
  recalledFrom: z.number().int().optional(),
  /** By o200k_base, of the text and the calls. */
  tokens: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type MessageView = z.infer<typeof messageView>

/** The words of a message, without its reasoning. */
export const textOf = (message: { parts: readonly MessagePart[] }): string =>
  message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
