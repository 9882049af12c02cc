import type { ErrorCode } from '../errors.ts'

/** Of whatever is asked. */
export const ASKED_WRONGLY = [
  'invalid_request',
  'unauthorized',
  'too_many_attempts',
  'foreign_host',
  'internal',
  'database_busy',
  'database_unavailable',
] as const satisfies readonly ErrorCode[]

/** Of a request that has a body. */
export const WRONG_BODY = [
  ...ASKED_WRONGLY,
  'invalid_json',
  'foreign_origin',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[]

/** Of a turn, before its answer and in its place. */
export const NO_ANSWER = [
  'unknown_model',
  'message_too_long',
  'context_too_large',
  'session_not_found',
  'session_busy',
  'rate_limited',
  'model_rate_limited',
  'model_unauthorized',
  'model_failed',
  'model_unreachable',
  'model_incomplete',
  'model_refused',
  'model_unreadable',
  'shutting_down',
  'model_timeout',
] as const satisfies readonly ErrorCode[]
