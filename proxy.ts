import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { assertAccess } from '@/lib/http/access'
import { accessPolicy } from '@/lib/http/access-policy'
import { contentSecurityPolicy } from '@/lib/http/content-security-policy'
import { errorResponse } from '@/lib/http/error-response'

/**
 * All but the interfaces, which check the same for themselves without this detour, and files that hold nothing of
 * anyone's. These are named one by one: a page answers to any ending, and would show its frame at `/c/x.png`.
 */
export const config = {
  matcher: [
    {
      source:
        '/((?!(?:api|v1|_next/static)/|(?:healthz|ask|ask_stream|code_assist|get_history|clear_history|list_sessions|openapi\\.json|icon\\.svg|favicon\\.ico)$).*)',
    },
  ],
}

export function proxy(request: NextRequest): Response {
  try {
    assertAccess(request, accessPolicy())
  } catch (error) {
    return errorResponse(error)
  }
  const nonce = randomBytes(16).toString('base64')
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}
