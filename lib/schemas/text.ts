import { z } from 'zod'

/** NUL and lone surrogates become U+FFFD: Postgres refuses the one, neither survives UTF-8. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD')
}

/** Text from outside, made storable. Lengths are in UTF-16 units. */
export const incomingText = (max: number) => z.string().max(max).transform(storable)

/** The most that one message may hold; a request's body has room for it in any escaping. */
export const MESSAGE_MAX = 2_000_000

/** Of whatever a caller names; one that is not storable names nothing. */
export const id = z.string().min(1).max(200).transform(storable)

/** Whom a caller speaks for: made storable, one would be taken for another. */
export const userName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => storable(name) === name, 'A user is not named by NUL or half of a surrogate pair.')

/**
 * The id of a session as a client may choose it. `.` and `..` mean other addresses than a session's, to browsers and to
 * servers: who deletes `/api/sessions/.` deletes all. A carriage return would end a line of an event.
 */
export const sessionName = id.refine(
  (name) => name !== '.' && name !== '..' && !/\p{Cc}/u.test(name),
  'A session cannot be called "." or "..", and its name holds no control characters.',
)

/**
 * `provider/name`, `builtin`, or whatever else a client believes to be a model: a turn refuses what it does not know.
 */
export const modelId = incomingText(300)

/** The body of a changing request that says nothing more. */
export const nothing = z.strictObject({})
