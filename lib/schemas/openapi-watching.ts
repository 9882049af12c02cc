import { z } from 'zod'
import { healthReport, liveReport } from './health.ts'
import type { Endpoint } from './openapi-endpoint.ts'

const health = z.union([healthReport, liveReport])

/** For those who watch over a server, or learn what it can. */
export const WATCHING: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/healthz',
    summary: 'How the server is',
    description:
      'Answers 200 while messages can be taken and 503 while the database does not answer, in two seconds at most and without a call of a model. With `?live` it says only that it lives.',
    query: z.object({ live: z.string().optional() }),
    answers: [
      {
        status: 200,
        description: 'Messages can be taken. What is degraded is named.',
        content: {
          name: 'Health',
          schema: health,
          example: {
            status: 'ok',
            live: true,
            ready: true,
            database: { state: 'ok' },
            model: { state: 'ok', provider: 'openai' },
            degraded: [],
          },
        },
      },
      {
        status: 503,
        description: 'It lives, but no message can be taken.',
        content: {
          name: 'Health',
          schema: health,
          example: {
            status: 'degraded',
            live: true,
            ready: false,
            database: { state: 'unavailable' },
            model: { state: 'ok', provider: 'openai' },
            degraded: ['database_unavailable'],
          },
        },
      },
    ],
    errors: [],
    open: true,
  },
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    description: 'What the interfaces take and give, as OpenAPI 3.1. `/docs/api` is the same to read.',
    answers: [
      {
        status: 200,
        description: 'The document.',
        content: {
          name: 'OpenapiDocument',
          schema: z.looseObject({ openapi: z.literal('3.1.0') }),
          example: { openapi: '3.1.0' },
        },
      },
    ],
    errors: ['unauthorized', 'foreign_host', 'internal'],
  },
]
