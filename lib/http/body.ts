import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { isDeep } from './is-deep.ts'

/** Of what the page sends, in bytes: the longest message, escaped, with room for the rest. */
export const BODY_MAX = 8_000_000

/** In bytes: a few short fields. */
const FORM_MAX = 20_000

/** How deep a body may be nested: what is deeper can be read, but not be written again. */
const DEPTH_MAX = 500

/** So many of a body's faults are named, and so much of what is said of each. One megabyte of faults took eight. */
const ISSUES_MAX = 20
const ISSUE_MAX = 500

/**
 * The JSON body as the schema has it, of at most `maxBytes`. Throws `unsupported_media_type`, `body_too_large`,
 * `invalid_json`, `invalid_request`.
 */
export async function readBody<T extends z.ZodType>(
  request: Request,
  schema: T,
  maxBytes = BODY_MAX,
): Promise<z.output<T>> {
  if (typeOf(request) !== 'application/json')
    throw new AppError('unsupported_media_type', 'Send JSON, with the content type application/json.')
  const text = await readText(request, maxBytes)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not valid JSON.', { cause })
  }
  if (isDeep(json, DEPTH_MAX))
    throw new AppError('invalid_request', `The body is nested deeper than ${DEPTH_MAX} levels.`)
  return parse(schema, json)
}

/** The fields of a page's form. Throws `unsupported_media_type`, `body_too_large`, `invalid_request`. */
export async function readForm<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  if (typeOf(request) !== 'application/x-www-form-urlencoded')
    throw new AppError('unsupported_media_type', 'Send a form, as application/x-www-form-urlencoded.')
  return parse(schema, Object.fromEntries(new URLSearchParams(await readText(request, FORM_MAX))))
}

const typeOf = (request: Request): string | undefined =>
  request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()

/** Throws `invalid_request` that names the fields which are wrong, and how; of very many the first ones. */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const all = result.error.issues
  const issues = all.slice(0, ISSUES_MAX).map(({ path, message }) => ({
    path: inShort(path.map(String).join('.')),
    message: inShort(message),
  }))
  const named = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  const more = all.length > issues.length ? [`${all.length - issues.length} more`] : []
  const text = [...named, ...more].join('; ')
  throw new AppError('invalid_request', text, { details: { issues } })
}

const inShort = (text: string): string =>
  text.length > ISSUE_MAX ? `${text.slice(0, ISSUE_MAX).toWellFormed()}…` : text

async function readText(request: Request, maxBytes: number): Promise<string> {
  // One that says its length is refused before a byte of it is read.
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const tooLarge = (maxBytes: number) =>
  new AppError('body_too_large', `The body is larger than ${maxBytes.toLocaleString('en')} bytes.`)
