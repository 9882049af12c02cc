import { clearHistoryRequest, clearHistoryResponse } from './clear-history.ts'
import { historyRequest, historyResponse } from './history.ts'
import { listSessionsQuery, listSessionsResponse } from './interface-sessions.ts'
import type { Endpoint } from './openapi-endpoint.ts'
import { ASKED_WRONGLY, WRONG_BODY } from './openapi-errors.ts'

const SESSION = '5b0d9a0e-6a0e-4a53-8f0e-0c7f6f3f1c11'

export const SESSIONS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/get_history',
    summary: 'Read a session back',
    description:
      'The live history: whole exchanges, the newest last, at most `MAX_HISTORY_LENGTH` messages with the system message counted in. With `all` it is everything stored, oldest first, page by page.',
    request: { name: 'HistoryRequest', schema: historyRequest, example: { session_id: SESSION } },
    answers: [
      {
        status: 200,
        description: 'Its messages.',
        content: {
          name: 'HistoryResponse',
          schema: historyResponse,
          example: {
            session_id: SESSION,
            messages: [
              { role: 'system', content: 'You are a helpful assistant.' },
              { role: 'user', content: 'My sister Ada lives in Turin.' },
              { role: 'assistant', content: 'Noted.' },
            ],
            message_count: 3,
            total_count: 3,
            last_active: 1796040000.123,
            next_cursor: null,
          },
        },
      },
    ],
    errors: [...WRONG_BODY, 'session_not_found'],
  },
  {
    method: 'post',
    path: '/clear_history',
    summary: 'Delete for good',
    description:
      'One session, with all that came of it: afterwards it is unknown. Exactly `{}` deletes all that were made through the interfaces. An answer that is being written is stopped and goes with the rest. `with_quotes` has the answers of other sessions go, too, that were given with a passage of it before them.',
    request: {
      name: 'ClearHistoryRequest',
      schema: clearHistoryRequest,
      example: { session_id: SESSION },
    },
    answers: [
      {
        status: 200,
        description: 'What went.',
        content: {
          name: 'ClearHistoryResponse',
          schema: clearHistoryResponse,
          example: {
            cleared: {
              sessions: 1,
              messages: 2,
              summaries: 0,
              context_maps: 1,
              prompt_texts: 1,
              indexed_exchanges: 1,
              vectors: 1,
              cached_replies: 0,
              quoting_answers: 0,
            },
          },
        },
      },
    ],
    errors: [...WRONG_BODY, 'session_not_found'],
  },
  {
    method: 'get',
    path: '/list_sessions',
    summary: 'List what programs began',
    description: 'The sessions that were made through the interfaces, the last active first, page by page.',
    query: listSessionsQuery,
    answers: [
      {
        status: 200,
        description: 'A page of them.',
        content: {
          name: 'ListSessionsResponse',
          schema: listSessionsResponse,
          example: {
            sessions: [{ session_id: SESSION, message_count: 3, last_active: 1796040000.123 }],
            total_count: 1,
            next_cursor: null,
          },
        },
      },
    ],
    errors: ASKED_WRONGLY,
  },
]
