import { askRequest, askResponse, codeAssistResponse } from './ask.ts'
import type { Content, Endpoint } from './openapi-endpoint.ts'
import { NO_ANSWER, WRONG_BODY } from './openapi-errors.ts'

const request: Content = {
  name: 'AskRequest',
  schema: askRequest,
  example: {
    query: 'Where does my sister live?',
    session_id: '5b0d9a0e-6a0e-4a53-8f0e-0c7f6f3f1c11',
    user: 'customer-7',
    metadata: { skill: 'beginner', emotion: 'curious' },
  },
}

const REPLY = {
  reply: 'Your sister lives in Turin.',
  session_id: '5b0d9a0e-6a0e-4a53-8f0e-0c7f6f3f1c11',
  message_id: '0e2b7a52-52f0-4d6e-9a0c-5b8a7d8b2f01',
  usage: { input: 51, cached_input: 0, output: 8, reasoning: 0 },
  context: {
    tokens: 51,
    limit: 8000,
    messages_sent: 3,
    passages_recalled: 0,
    summarised: null,
    left_out: [],
  },
  warnings: [],
}

const headers = {
  'Idempotency-Key':
    'The name that the client gives this request, of 1 to 200 characters: a repeat gets the answer that the first one got, or is getting.',
  'Cache-Control': '`no-cache`: the model is asked, also what it was asked before.',
}

const told = {
  'x-cache':
    '`hit`: the answer was given before to the same first message; `wait`: it was being given to another one; `miss`: the model was asked. Absent where the cache has no part.',
}

const errors = [...WRONG_BODY, ...NO_ANSWER] as const

export const ASKING: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/ask',
    summary: 'Ask, and wait for the answer',
    description:
      'One turn. Without a session a new one is made, and so it is with one that is unknown or has ended, which a warning then says. An answer that was stopped or cut off is given as far as it came, with a warning. A client that hangs up loses nothing: the answer is stored.',
    headers,
    request,
    answers: [
      {
        status: 200,
        description: 'The answer.',
        content: { name: 'AskResponse', schema: askResponse, example: REPLY },
        headers: told,
      },
    ],
    errors,
  },
  {
    method: 'post',
    path: '/ask_stream',
    summary: 'Ask, and read the answer as it comes',
    description:
      'The same turn as server-sent events. What fails once the stream has begun is told in it. With the id of an event as Last-Event-ID the answer goes on behind that event, and no new turn begins.',
    headers: { ...headers, 'Last-Event-ID': 'The id of the last event that was read.' },
    request,
    answers: [
      {
        status: 200,
        description: 'The events of the answer.',
        headers: told,
        content: {
          stream:
            'First `session` with the id of the session, then the raw text in events without a name, each line of it behind one `data:`. `error` holds what any failed response holds under `error`. `reconnect` ends a connection that lasted long: go on by its last id. `done` stands last, with all of an answer but the reply.',
          example: [
            'id: run-1:0:0',
            'event: session',
            'data: 5b0d9a0e-6a0e-4a53-8f0e-0c7f6f3f1c11',
            '',
            'id: run-1:0:11',
            'data: Your sister',
            '',
            'id: run-1:0:27',
            'data:  lives in Turin.',
            '',
            'event: done',
            'data: {"message_id":"0e2b7a52-52f0-4d6e-9a0c-5b8a7d8b2f01","usage":null,"context":null,"warnings":[]}',
          ].join('\n'),
        },
      },
    ],
    errors: [...errors, 'run_not_found'],
  },
  {
    method: 'post',
    path: '/code_assist',
    summary: 'Ask a coding assistant',
    description:
      'As `/ask`, with the instructions of a coding assistant, and the code of the reply by itself.',
    headers,
    request,
    answers: [
      {
        status: 200,
        description: 'The answer, and its code.',
        headers: told,
        content: {
          name: 'CodeAssistResponse',
          schema: codeAssistResponse,
          example: {
            ...REPLY,
            reply: 'Like this:\n\n```js\nconst a = 1\n```',
            code: [{ language: 'js', code: 'const a = 1' }],
          },
        },
      },
    ],
    errors,
  },
]
