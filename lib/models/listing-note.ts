import type { Provider } from './provider.ts'
import { classify } from './upstream-failure.ts'

/** What to say beside models whose server did not list them just now. */
export function listingNote(error: unknown, { label, advice }: Pick<Provider, 'label' | 'advice'>): string {
  const failure = classify(error)
  if (failure.kind === 'unreachable') return `${label} cannot be reached. ${advice.unreachable}`
  if (failure.kind !== 'status') return `${label} did not say which models it has.`
  return failure.status === 401 || failure.status === 403
    ? `${label} did not accept the key (${failure.status}). ${advice.unauthorized}`
    : `${label} did not say which models it has (${failure.status}).`
}
