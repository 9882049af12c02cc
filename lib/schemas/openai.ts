import { z } from 'zod'
import { openaiMessages } from './openai-messages.ts'
import { id, modelId, sessionName, userName } from './text.ts'

const only = <T extends z.util.Literal>(value: T, error: string) => z.literal(value, { error }).nullish()

const tool = z.object({
  type: z.literal('function', { error: 'Only tools of the type "function" can be offered.' }),
  function: z.object({
    name: z.string().min(1).max(200),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
    strict: z.boolean().nullish(),
  }),
})

const toolChoice = z.union(
  [
    z.enum(['auto', 'none', 'required']),
    z
      .object({ type: z.literal('function'), function: z.object({ name: z.string() }) })
      .transform(({ function: { name } }) => ({ name })),
  ],
  { error: 'It has to be auto, none, required or a function.' },
)

const stop = z
  .union([z.string().transform((text) => [text]), z.array(z.string()).max(16)], {
    error: 'It has to be a text, or a list of at most 16.',
  })
  .transform((texts) => texts.filter((text) => text !== ''))

/**
 * The body of a chat completion, as OpenAI has it. Fields that are not named here are accepted and have no effect:
 * clients send many. Those that would have to have one are refused by name.
 */
export const completionRequest = z.object({
  model: modelId,
  messages: openaiMessages,
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.number().int().min(1).nullish(),
  max_completion_tokens: z.number().int().min(1).nullish(),
  stop: stop.nullish(),
  tools: z.array(tool).max(1_000).nullish(),
  tool_choice: toolChoice.nullish(),
  user: userName.nullish(),
  metadata: z.looseObject({ session_id: sessionName.optional() }).nullish(),
  n: only(1, 'Only one answer can be given.'),
  logprobs: only(false, 'The probabilities of tokens are not known here.'),
  response_format: z.object({ type: z.literal('text', { error: 'Only text can be given.' }) }).nullish(),
})
export type CompletionRequest = z.output<typeof completionRequest>

/** The header `X-Session-Id`: the session whose memory stands before the messages. */
export const clientSession = sessionName.nullable()

/** The header `Idempotency-Key`: the request itself. */
export const clientRequest = id.nullable()

/** The models that can be asked, as OpenAI lists its own. */
export const openaiModels = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      id: z.string(),
      object: z.literal('model'),
      /** Not known, but clients want a number. */
      created: z.number().int(),
      owned_by: z.string(),
    }),
  ),
})
export type OpenaiModels = z.infer<typeof openaiModels>
