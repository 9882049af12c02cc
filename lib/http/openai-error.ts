import type { AppError, ErrorCode } from '../errors.ts'
import { errorHeaders, toAppError } from './error-response.ts'

/** As OpenAI names its errors. `param`: the field that is wrong, as `messages[0].content`. */
export type OpenaiError = { message: string; type: string; param: string | null; code: string }

/** What clients know by another name, or another status, than ours. */
const KNOWN: Partial<Record<ErrorCode, { code: string; status?: number; param?: string }>> = {
  unknown_model: { code: 'model_not_found', status: 404, param: 'model' },
  context_too_large: { code: 'context_length_exceeded', param: 'messages' },
  message_too_long: { code: 'context_length_exceeded', param: 'messages' },
  rate_limited: { code: 'rate_limit_exceeded' },
  model_rate_limited: { code: 'rate_limit_exceeded' },
  unauthorized: { code: 'invalid_api_key' },
}

/** `{ error: { message, type, param, code } }`, with the status that a client of OpenAI expects. */
export function openaiErrorResponse(error: unknown): Response {
  const known = toAppError(error)
  return Response.json(
    { error: openaiError(known) },
    { status: KNOWN[known.code]?.status ?? known.status, headers: errorHeaders(known) },
  )
}

export function openaiError(error: AppError): OpenaiError {
  const known = KNOWN[error.code]
  return {
    message: error.message,
    type: typeOf(error.status),
    param: known?.param ?? paramOf(error),
    code: known?.code ?? error.code,
  }
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/** The first field of those that a schema refused. */
function paramOf({ details }: AppError): string | null {
  const [issue] = Array.isArray(details?.issues) ? details.issues : []
  const path: unknown = issue?.path
  return typeof path === 'string' && path !== '' ? path.replace(/\.(\d+)(?=\.|$)/g, '[$1]') : null
}
