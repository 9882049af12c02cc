import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

/** A body or a part of one, under the name that the document gives its schema. */
export type NamedSchema = { name: string; schema: z.ZodType }

/** What an endpoint is sent or sends, with an example that its schema takes. */
export type Content = NamedSchema & { example: unknown }

export type Answer = {
  status: number
  description: string
  /** JSON; a stream is described in words. */
  content: Content | { stream: string; example: string }
  /** Their names, with what they say. */
  headers?: Readonly<Record<string, string>>
}

/** One door for other programs: what it takes, what it gives, how it fails. */
export type Endpoint = {
  method: 'get' | 'post'
  path: string
  summary: string
  description: string
  query?: z.ZodObject
  /** Of the request: their names, with what they are for. */
  headers?: Readonly<Record<string, string>>
  request?: Content
  answers: readonly [Answer, ...Answer[]]
  errors: readonly ErrorCode[]
  /** The shape of its errors, where it is not the one of all others. */
  errorBody?: NamedSchema
  /** Errors that have other names here, or another status. */
  renamed?: Partial<Record<ErrorCode, { code: string; status?: number }>>
  /** Answers whoever asks, also where a token is set. */
  open?: true
}
