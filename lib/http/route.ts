import type { z } from 'zod'
import { assertAccess } from './access.ts'
import { accessPolicy } from './access-policy.ts'
import { parse, readBody } from './body.ts'
import { bodyLimit } from './body-limit.ts'
import { type Caller, callerOf } from './caller.ts'
import { errorResponse } from './error-response.ts'

type Inputs<Params, Query, Body> = {
  request: Request
  caller: Caller
  params: Params
  query: Query
  body: Body
}

type NextContext = { params: Promise<Record<string, string | string[] | undefined>> }

type Options = {
  /** Errors in another shape than ours, for clients that know another. */
  toError?: (error: unknown) => Response
}

/**
 * What every route handler shares: who may call, schemas for all that comes in, errors as responses. A handler
 * returns a Response, a value that becomes JSON, or nothing (204).
 */
export function route<
  Params extends z.ZodType = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
>(
  schemas: { params?: Params; query?: Query; body?: Body },
  handler: (inputs: Inputs<z.output<Params>, z.output<Query>, z.output<Body>>) => unknown,
  { toError = errorResponse }: Options = {},
) {
  return async (request: Request, context: NextContext): Promise<Response> => {
    try {
      const caller = await callerOf(request)
      const inputs = { ...(await readInputs(schemas, request, context)), caller }
      return toResponse(await handler(inputs as Parameters<typeof handler>[0]))
    } catch (error) {
      return toError(error)
    }
  }
}

/**
 * A route that everyone may call without a token, other web pages aside: it holds nothing of anyone's, or asks for a
 * secret of its own. It knows no caller, and reads of the request what it needs.
 */
export function openRoute(handler: (request: Request) => unknown) {
  return async (request: Request): Promise<Response> => {
    try {
      assertAccess(request, accessPolicy())
      return toResponse(await handler(request))
    } catch (error) {
      return errorResponse(error)
    }
  }
}

async function readInputs(
  schemas: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType },
  request: Request,
  context: NextContext,
): Promise<Omit<Inputs<unknown, unknown, unknown>, 'caller'>> {
  const { pathname, searchParams } = new URL(request.url)
  const query = Object.fromEntries(searchParams)
  return {
    request,
    params: schemas.params ? parse(schemas.params, await context.params) : {},
    query: schemas.query ? parse(schemas.query, query) : {},
    body: schemas.body ? await readBody(request, schemas.body, bodyLimit(pathname)) : undefined,
  }
}

function toResponse(result: unknown): Response {
  if (result instanceof Response) return result
  if (result === undefined) return new Response(null, { status: 204 })
  return Response.json(result, { headers: { 'cache-control': 'no-store' } })
}
