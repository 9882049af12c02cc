import type { z } from 'zod'
import { ApiError, errorOf } from './api-error'
import { bytesOf, createKeepAlive } from './keep-alive'
import { showSignIn } from './show-sign-in'

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Sent as JSON. The server takes a changing request as JSON only, so `{}` stands for none. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Outlives the page when that is left, as far as browsers allow it. */
  keepalive?: boolean
}

export const NOT_MODIFIED = 304

const keepAlive = createKeepAlive()

/**
 * The response of a request that succeeded, its body unread: for streams. 304 is a success, which only one who asked
 * for it gets. Throws `ApiError`, and the signal's reason when it is aborted. Where nobody is signed in any more, the
 * page gives way to the sign-in.
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body = {}, headers = {}, signal, keepalive = false } = options
  const init: RequestInit = { method, cache: 'no-store', headers, signal }
  if (method !== 'GET') {
    init.headers = { 'content-type': 'application/json', ...headers }
    init.body = JSON.stringify(body)
  }
  const giveBack = keepalive ? keepAlive.take(bytesOf(String(init.body ?? ''))) : null
  try {
    const response = await reach(path, { ...init, keepalive: giveBack !== null })
    if (response.ok || response.status === NOT_MODIFIED) return response
    const error = await errorOf(response)
    if (error.code === 'unauthorized') showSignIn()
    throw error
  } finally {
    giveBack?.()
  }
}

/** The answer of a request, checked against its schema. Throws as `send` does. */
export async function request<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<z.output<Schema>> {
  return answerIn(await send(path, options), schema, options.signal)
}

/** What a response says, checked against its schema. Throws as `send` does. */
export async function answerIn<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await bodyOf(response, signal))
  if (parsed.success) return parsed.data
  throw new ApiError('unreadable', 'The server’s answer could not be read. Reload the page.', {
    status: response.status,
    cause: parsed.error,
  })
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError('unreachable', 'The server cannot be reached. Check that it runs, then try again.', {
      cause,
    })
  }
}

async function bodyOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (signal?.aborted) throw cause
    return undefined
  }
}
