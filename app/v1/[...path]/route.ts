import { AppError } from '@/lib/errors'
import { openaiErrorResponse } from '@/lib/http/openai-error'
import { route } from '@/lib/http/route'

/** A client that speaks another part of OpenAI's API is told so in a shape that it can read. */
const notHere = route(
  {},
  ({ request }) => {
    const { pathname } = new URL(request.url)
    throw new AppError(
      'not_found',
      `There is no ${pathname} here: only /v1/chat/completions (Chat Completions) and /v1/models.`,
    )
  },
  { toError: openaiErrorResponse },
)

export const GET = notHere
export const POST = notHere
export const PUT = notHere
export const PATCH = notHere
export const DELETE = notHere
