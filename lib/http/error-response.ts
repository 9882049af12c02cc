import { AppError } from '../errors.ts'
import { log } from '../log.ts'

/**
 * `{ error: { code, message, details? } }` with the code's status. What is no AppError is logged and told as
 * `internal`.
 */
export function errorResponse(error: unknown): Response {
  const known = toAppError(error)
  return Response.json({ error: known.toBody() }, { status: known.status, headers: errorHeaders(known) })
}

export function errorHeaders({ code, details }: AppError): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  const retryAfter = details?.retryAfterSeconds
  if (typeof retryAfter === 'number') headers['retry-after'] = String(Math.ceil(retryAfter))
  if (Array.isArray(details?.allowed)) headers.allow = details.allowed.join(', ')
  if (code === 'unauthorized') headers['www-authenticate'] = 'Bearer'
  return headers
}

/** What is no AppError is logged, and told as `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  log.error('A request failed for a reason that it does not know.', { error })
  return new AppError('internal', 'Something went wrong on the server; its log says what. Try again.')
}
