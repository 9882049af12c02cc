import { APICallError } from 'ai'
import type { z } from 'zod'
import { fetchStraight } from './fetch-straight.ts'

/** Where to ask, and with which key. */
export type JsonRequest = { url: string; apiKey?: string | undefined; body?: object; signal: AbortSignal }

/**
 * A small JSON request of a listing: GET, or POST where there is a body. Failures have the type that the SDK's own
 * requests fail with, so that one function explains both. Also throws ZodError for an answer of another shape.
 */
export async function getJson<T>(schema: z.ZodType<T>, request: JsonRequest): Promise<T> {
  const { url, apiKey, body, signal } = request
  const failure = (fields: { message: string; statusCode?: number; cause?: unknown }) =>
    new APICallError({ url, requestBodyValues: body ?? {}, ...fields })
  let response: Response
  try {
    response = await fetchStraight(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
      signal,
    })
  } catch (cause) {
    throw failure({ message: 'The request failed.', cause })
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw failure({ message: response.statusText, statusCode: response.status })
  }
  return schema.parse(await response.json())
}
