import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'

/**
 * Lets a caller in who sends `Authorization: Bearer <secret>`. Throws `not_found` while no secret is set, so that
 * nobody learns what could be opened, and `unauthorized` for a wrong one. The comparison's time tells nothing.
 */
export function assertBearer(headers: Headers, secret: string | undefined): void {
  if (secret === undefined) throw new AppError('not_found', 'There is nothing here.')
  const given = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(given), digest(secret)))
    throw new AppError('unauthorized', 'The secret is missing or wrong.')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
