/**
 * `empty_session_id`, `invalid_option`: the caller's values; `invalid_rows`: rows that are no path to a new message.
 */
export type MemoryErrorCode = 'empty_session_id' | 'invalid_option' | 'invalid_rows'

/** A misuse of this module. It stands alone, so that nothing outside must be imported; callers tell it by `code`. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError'
  readonly code: MemoryErrorCode

  constructor(code: MemoryErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
