import { createHash, timingSafeEqual } from 'node:crypto'
import type { AccessToken } from '../env.ts'

/**
 * The token that was given, null where none has this text. All are compared, whichever it is: the time tells neither
 * how much of it is right nor whose it is.
 */
export function findAccessToken(given: string, tokens: readonly AccessToken[]): AccessToken | null {
  const hash = hashToken(given)
  let found: AccessToken | null = null
  for (const token of tokens) if (timingSafeEqual(hash, token.hash)) found = token
  return found
}

export const hashToken = (given: string): Buffer => createHash('sha256').update(given).digest()

/** What stands behind `Authorization: Bearer`; null where nothing does. */
export function bearerIn(headers: Headers): string | null {
  return /^Bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim() ?? null
}
