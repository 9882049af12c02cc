/** The HTTP status of every error code. A code that is not listed here cannot be thrown. */
export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_request: 400,
  unknown_model: 400,
  message_too_long: 400,
  context_too_large: 400,
  nothing_to_answer: 400,
  nothing_to_continue: 400,
  nothing_to_summarise: 400,
  unauthorized: 401,
  foreign_host: 403,
  foreign_origin: 403,
  not_found: 404,
  session_not_found: 404,
  message_not_found: 404,
  run_not_found: 404,
  job_not_found: 404,
  summary_not_found: 404,
  method_not_allowed: 405,
  session_busy: 409,
  summary_changed: 409,
  job_not_failed: 409,
  undo_expired: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  too_many_attempts: 429,
  model_rate_limited: 429,
  internal: 500,
  model_unauthorized: 502,
  model_failed: 502,
  model_unreachable: 502,
  model_incomplete: 502,
  model_summary_refused: 502,
  model_refused: 502,
  model_unreadable: 502,
  database_busy: 503,
  database_unavailable: 503,
  shutting_down: 503,
  model_timeout: 504,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

export type ErrorBody = { code: ErrorCode; message: string; details?: Record<string, unknown> }

const MARK = Symbol.for('throughline.AppError')

/** A failure that a caller may see: `message` is written for people and holds no secret and no stack. */
export class AppError extends Error {
  /**
   * By a mark and not by the prototype: the bundler gives pages, routes and instrumentation their own copies of this
   * class.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MARK in value
  }

  readonly [MARK] = true
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  toBody(): ErrorBody {
    const { code, message, details } = this
    return details ? { code, message, details } : { code, message }
  }
}
