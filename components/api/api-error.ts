import type { z } from 'zod'
import { type errorBody, errorResponse } from '@/lib/schemas/error'

type ServerCode = z.infer<typeof errorBody>['code']

/** A request that failed. `message` is a sentence to show; it says what happened and what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The server's code; `unreachable`: no answer came; `unreadable`: an answer that is none of ours. */
  readonly code: ServerCode | 'unreachable' | 'unreadable'
  /** The HTTP status; null where no answer came. */
  readonly status: number | null
  readonly details: Record<string, unknown>

  constructor(
    code: ApiError['code'],
    message: string,
    options: { status?: number; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.status = options.status ?? null
    this.details = options.details ?? {}
  }
}

/** The failure that a response tells of, for a response whose `ok` is false. Reads its body. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  const parsed = errorResponse.safeParse(parseJson(text))
  if (parsed.success) {
    const { code, message, details } = parsed.data.error
    return new ApiError(code, message, { status: response.status, details })
  }
  return new ApiError('unreadable', `The server answered ${response.status} without a reason. Try again.`, {
    status: response.status,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A sentence to show for anything that was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError
    ? error.message
    : 'Something went wrong in this page. Reload it and try again.'
}
