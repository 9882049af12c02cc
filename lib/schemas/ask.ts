import { z } from 'zod'
import type { ErrorBody } from '../errors.ts'
import { leftOutReason } from './context-map.ts'
import type { Position } from './run-event.ts'
import { id, incomingText, MESSAGE_MAX, userName } from './text.ts'

/** What a client says of its user. Keys and values that are not known are accepted, and have no effect. */
const askMetadata = z.looseObject({ skill: z.unknown(), emotion: z.unknown() }).partial()
export type AskMetadata = z.infer<typeof askMetadata>

/** The body of `/ask`, `/ask_stream` and `/code_assist`. */
export const askRequest = z.strictObject({
  query: incomingText(MESSAGE_MAX).refine((text) => text.trim() !== '', 'The query is empty.'),
  session_id: id.nullish().describe('Left out or null, or of no session that there is: a new session.'),
  user: userName
    .nullish()
    .describe(
      'The end user on whose behalf the client asks: only sessions of the same user are gone on with.',
    ),
  metadata: askMetadata
    .nullish()
    .describe('What is not known is accepted, has no effect, and is named in the warnings.'),
})
export type AskRequest = z.infer<typeof askRequest>

/** The header `Idempotency-Key`: a repeat gets the answer that the first one got, or is getting. */
export const idempotencyKey = id.nullable()

const tokens = z.number().int()

const askUsage = z.object({
  input: tokens.nullable(),
  cached_input: tokens.nullable(),
  output: tokens.nullable(),
  reasoning: tokens.nullable(),
  /** No model was asked: an answer to the same question was given again. All counts are 0. */
  from_reply_cache: z.literal(true).optional(),
})

/** Messages by their place in the session, `from` and `to` included. */
const range = z.object({ from: z.number().int(), to: z.number().int() })

const askContext = z.object({
  /** Of all that was sent. */
  tokens,
  /** What may be sent. */
  limit: tokens,
  messages_sent: z.number().int(),
  /** Of other conversations, or of what this one no longer sends. */
  passages_recalled: z.number().int(),
  /** What a summary stood for; null: there was none. */
  summarised: range.nullable(),
  left_out: z.array(range.extend({ reason: leftOutReason })),
})
export type AskContext = z.infer<typeof askContext>

/** What is known of an answer at its end. */
export const askEnd = z.object({
  message_id: z.string(),
  usage: askUsage.nullable().describe('Tokens as the provider counted them; null where it did not say.'),
  context: askContext.nullable().describe('What the model was sent, in short.'),
  warnings: z.array(z.string()).describe('What was other than the request meant it, in sentences.'),
})
export type AskEnd = z.infer<typeof askEnd>

export const askResponse = z.object({ reply: z.string(), session_id: z.string(), ...askEnd.shape })
export type AskResponse = z.infer<typeof askResponse>

export const codeAssistResponse = askResponse.extend({
  code: z
    .array(z.object({ language: z.string().nullable(), code: z.string() }))
    .describe('The fenced blocks of the reply.'),
})
export type CodeAssistResponse = z.infer<typeof codeAssistResponse>

/**
 * What the reply cache did for a first message: gave the answer of an earlier one again, had none, or had the one that
 * the model was giving to another one at that time. The header `x-cache`.
 */
export type ReplyCacheStatus = 'hit' | 'miss' | 'wait'

/** The path of a door. */
export type AskEndpoint = 'ask' | 'ask_stream' | 'code_assist'

/** A place in the answer of a run. */
export type RunPosition = { runId: string; at: Position }

/** Of `<runId>:<part>:<offset>`, the id of an event of `/ask_stream`. */
export const lastEventId = z
  .string()
  .max(250)
  .regex(/^.+:\d{1,9}:\d{1,9}$/, 'This is the id of no event of an answer.')
  .transform((text): RunPosition => {
    const [offset = '', part = '', ...rest] = text.split(':').reverse()
    return { runId: rest.reverse().join(':'), at: { part: Number(part), offset: Number(offset) } }
  })
  .nullable()

export const eventId = ({ runId, at }: RunPosition): string => `${runId}:${at.part}:${at.offset}`

/**
 * What a reader of `/ask_stream` is sent: `session` first, then the words as they come, `done` last. `text` stands in
 * its part of the answer from `at` on. A failure is told before `done`, which has no `end` where none is known.
 */
export type AskEvent =
  | ({ type: 'session'; sessionId: string } & RunPosition)
  | ({ type: 'text'; text: string } & RunPosition)
  | { type: 'error'; error: ErrorBody }
  | { type: 'done'; end: AskEnd | null }
