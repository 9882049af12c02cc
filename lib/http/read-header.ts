import { z } from 'zod'
import { parse } from './body.ts'

/** A header as the schema has it; one that is not there, or blank, is null. Throws `invalid_request` that names it. */
export function readHeader<T extends z.ZodType>(request: Request, name: string, schema: T): z.output<T> {
  const value = request.headers.get(name)?.trim() || null
  return parse(z.object({ [name]: schema }), { [name]: value })[name] as z.output<T>
}
