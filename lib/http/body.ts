import type { z } from 'zod'
import { AppError } from '../errors.ts'

/** Of what the page sends, in bytes: the longest message, escaped, with room for the rest. */
export const BODY_MAX = 8_000_000

/** In bytes: a few short fields. */
const FORM_MAX = 20_000

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

/** Throws `invalid_request` that names every field which is wrong, and how. */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }))
  const text = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  throw new AppError('invalid_request', text, { details: { issues } })
}

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
