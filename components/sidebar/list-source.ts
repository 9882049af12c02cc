import { z } from 'zod'

/** Whose conversations the list holds alone; null: everybody's. */
export type ListSource = 'page' | 'interface' | null

/** A cookie, so that the server already renders the list that this browser chose. */
export const LIST_SOURCE_COOKIE = 'throughline-list'

const YEAR = 31_536_000

/** Whatever else may stand in the cookie asks for all. */
export const readListSource = (value: string | undefined): ListSource =>
  z
    .enum(['page', 'interface'])
    .nullable()
    .catch(null)
    .parse(value ?? null)

export const listSourceCookie = (source: ListSource): string =>
  `${LIST_SOURCE_COOKIE}=${source ?? ''}; path=/; max-age=${source === null ? 0 : YEAR}; samesite=lax`
