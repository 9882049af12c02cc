import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { assertAccess } from '@/lib/http/access'
import { accessPolicy } from '@/lib/http/access-policy'
import { callerOf } from '@/lib/http/caller'
import { contentSecurityPolicy } from '@/lib/http/content-security-policy'
import { corsHeaders, preflight } from '@/lib/http/cors'
import { errorResponse } from '@/lib/http/error-response'
import { isInterface } from '@/lib/http/interfaces'
import { refusePage } from '@/lib/http/refuse-page'
import { SIGN_IN_ACTION, SIGN_IN_PATH, SIGN_OUT_PATH } from '@/lib/schemas/sign-in'

/**
 * Pages, and of the interfaces what a browser asks for another page: those that have no Origin check the same for
 * themselves without this detour, as what the page calls does. Nor do files come here that hold nothing of anyone's.
 * These are named one by one: a page answers to any ending, and would show its frame at `/c/x.png`.
 */
export const config = {
  matcher: [
    {
      source:
        '/((?!(?:api|v1|_next/static)/|(?:ask|ask_stream|code_assist|get_history|clear_history|list_sessions|healthz|openapi\\.json|icon\\.svg|favicon\\.ico)$).*)',
    },
    {
      source: '/(v1/.*|ask|ask_stream|code_assist|get_history|clear_history|list_sessions)',
      has: [{ type: 'header', key: 'origin' }],
    },
  ],
}

/** What one needs to come in, and to leave. */
const FOR_EVERYONE = [SIGN_IN_PATH, SIGN_IN_ACTION, SIGN_OUT_PATH]

export async function proxy(request: NextRequest): Promise<Response> {
  return isInterface(request.nextUrl.pathname) ? toInterface(request) : toPage(request)
}

async function toPage(request: NextRequest): Promise<Response> {
  try {
    if (FOR_EVERYONE.includes(request.nextUrl.pathname)) assertAccess(request, accessPolicy())
    else await callerOf(request)
  } catch (error) {
    return refusePage(request, error)
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

/** The route itself refuses whoever may not call it. */
function toInterface({ method, headers }: NextRequest): Response {
  const { corsOrigins } = accessPolicy()
  try {
    if (method === 'OPTIONS') return preflight(headers, corsOrigins)
  } catch (error) {
    return errorResponse(error)
  }
  return NextResponse.next({ headers: corsHeaders(headers.get('origin'), corsOrigins) })
}
