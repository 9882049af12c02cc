import { beginningOf } from './beginning-of.ts'

const LIMIT = 300
const KEY_LIKE = /\bsk-[\w*-]{4,}|\bBearer\s+\S+/g

/**
 * A shorter key guards nothing: it is what servers without one are given, such as "x" or "none". To take it out of
 * ordinary words would only tell what it is.
 */
const SHORTEST_SECRET = 8

/**
 * What a server said of a failure, fit to be shown and stored: well-formed, on one line, without control characters,
 * at most 300 characters, and without a key, which some servers quote in part. Empty where it said nothing.
 */
export function providerSentence(message: string, secrets: readonly string[]): string {
  let text = message
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  for (const secret of secrets) if (secret.length >= SHORTEST_SECRET) text = text.replaceAll(secret, '[key]')
  text = text.replace(KEY_LIKE, '[key]')
  return text.length > LIMIT ? `${beginningOf(text, LIMIT - 1).trimEnd()}…` : text
}
