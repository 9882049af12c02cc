import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { assertAccess } from '@/lib/http/access'
import { accessPolicy } from '@/lib/http/access-policy'
import { contentSecurityPolicy } from '@/lib/http/content-security-policy'
import { errorResponse } from '@/lib/http/error-response'

/** Pages alone: the interfaces check the same for themselves, without this detour. */
export const config = {
  matcher: [
    { source: '/((?!api/|v1/|healthz|_next/static|_next/image|favicon.ico|.*\\.(?:png|svg|ico)$).*)' },
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
