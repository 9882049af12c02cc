import { z } from 'zod'
import { completionRequest, openaiModels } from './openai.ts'
import type { Endpoint, NamedSchema } from './openapi-endpoint.ts'
import { ASKED_WRONGLY, NO_ANSWER, WRONG_BODY } from './openapi-errors.ts'

const errorBody: NamedSchema = {
  name: 'OpenaiError',
  schema: z.object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string(),
    }),
  }),
}

/** As much of it as is the same whatever is asked for. */
const chatCompletion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.number().int(),
      message: z.looseObject({ role: z.literal('assistant'), content: z.string().nullable() }),
      finish_reason: z.string(),
    }),
  ),
  usage: z.looseObject({
    prompt_tokens: z.number().int(),
    completion_tokens: z.number().int(),
    total_tokens: z.number().int(),
  }),
})

const renamed: NonNullable<Endpoint['renamed']> = {
  unknown_model: { code: 'model_not_found', status: 404 },
  context_too_large: { code: 'context_length_exceeded' },
  message_too_long: { code: 'context_length_exceeded' },
  rate_limited: { code: 'rate_limit_exceeded' },
  model_rate_limited: { code: 'rate_limit_exceeded' },
  unauthorized: { code: 'invalid_api_key' },
}

export const COMPLETIONS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/v1/chat/completions',
    summary: 'A chat completion, as clients of OpenAI ask for it',
    description:
      'With a session its memory stands before what the client sends, and the exchange is stored. Without one it passes through, and nothing is kept. With `stream` it comes as the chunks that such clients read. Fields that are not named here are accepted and have no effect.',
    headers: {
      'X-Session-Id': 'The session whose memory stands before the messages; one that is not known begins so.',
      'Idempotency-Key': 'The name that the client gives this request.',
    },
    request: {
      name: 'ChatCompletionRequest',
      schema: completionRequest,
      example: { model: 'builtin', messages: [{ role: 'user', content: 'Where does my sister live?' }] },
    },
    answers: [
      {
        status: 200,
        description: 'The completion.',
        content: {
          name: 'ChatCompletion',
          schema: chatCompletion,
          example: {
            id: 'chatcmpl-1',
            object: 'chat.completion',
            created: 1796040000,
            model: 'builtin',
            choices: [
              {
                index: 0,
                message: { role: 'assistant', content: 'In Turin.' },
                finish_reason: 'stop',
              },
            ],
            usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
          },
        },
      },
    ],
    errors: [...WRONG_BODY, ...NO_ANSWER, 'nothing_to_answer'],
    errorBody,
    renamed,
  },
  {
    method: 'get',
    path: '/v1/models',
    summary: 'The models, as OpenAI lists its own',
    description: 'Each `id` can be sent as the model of a chat completion.',
    answers: [
      {
        status: 200,
        description: 'The models.',
        content: {
          name: 'ModelList',
          schema: openaiModels,
          example: {
            object: 'list',
            data: [{ id: 'builtin', object: 'model', created: 0, owned_by: 'builtin' }],
          },
        },
      },
    ],
    errors: ASKED_WRONGLY,
    errorBody,
    renamed,
  },
]
