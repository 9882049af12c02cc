import { NextResponse } from 'next/server'
import { AppError } from '../errors.ts'
import { signInPath } from '../schemas/sign-in.ts'
import { bearerIn } from './access-tokens.ts'
import { errorResponse } from './error-response.ts'

type Asked = { method: string; headers: Headers; nextUrl: URL }

/** A person who asked for a page is led to the sign-in, and from there back; a program is told what is wrong. */
export function refusePage(request: Asked, error: unknown): Response {
  const mayMend = error instanceof AppError && error.code === 'unauthorized'
  if (!mayMend || !isForPage(request)) return errorResponse(error)
  const { pathname, search } = request.nextUrl
  const response = NextResponse.redirect(new URL(signInPath(`${pathname}${search}`), request.nextUrl))
  response.headers.set('cache-control', 'no-store')
  return response
}

/** Whether it was asked by a browser for the address bar, or by a page of ours that goes to another one. */
function isForPage({ method, headers }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (bearerIn(headers) !== null) return false
  return headers.has('rsc') || (headers.get('accept')?.includes('text/html') ?? false)
}
