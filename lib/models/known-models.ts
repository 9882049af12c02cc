import type { Clock } from '../ports/clock.ts'
import type { FoundModel, Listing, Provider } from './provider.ts'

const LOCAL_FRESH_MS = 5_000
const REMOTE_FRESH_MS = 300_000
const FAILURE_FRESH_MS = 5_000
const NAME_MAX = 250

/** What is known of one provider's models. `failure` is why the newest try to ask failed. */
export type Known = { listing: Listing | null; failure: { error: unknown } | null }

export type KnownModels = {
  provider: Provider
  /** Asks again when what is known is old; callers at the same time share one request. Never rejects. */
  ask(): Promise<Known>
  /** What the newest asking came to, at once; null: nobody asked yet. */
  latest(): Known | null
  /** A model that was listed once in this process, as it was last described. */
  remembered(name: string): FoundModel | null
}

/** With its provider before it, a name must fit where the choice of a model is kept; an empty one names nothing. */
const isNameable = (name: string) => name.trim() !== '' && name.length <= NAME_MAX

export function knownModels(
  provider: Provider,
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): KnownModels {
  const memory = new Map<string, FoundModel>()
  const everListed = new Set<string>()
  let known: Known = { listing: null, failure: null }
  let asked = false
  let freshUntil = 0
  let asking: Promise<Known> | null = null

  async function request(): Promise<Known> {
    try {
      const listing = await provider.list(AbortSignal.timeout(timeoutMs))
      const offered = listing.offered.filter(({ name }) => isNameable(name))
      for (const model of offered) memory.set(model.name, model)
      for (const name of listing.names) everListed.add(name)
      known = { listing: { ...listing, offered }, failure: null }
    } catch (error) {
      known = { listing: provider.local ? null : known.listing, failure: { error } }
    }
    const freshMs = known.failure ? FAILURE_FRESH_MS : provider.local ? LOCAL_FRESH_MS : REMOTE_FRESH_MS
    freshUntil = clock.now().getTime() + freshMs
    asking = null
    asked = true
    return known
  }

  return {
    provider,
    ask() {
      if (clock.now().getTime() < freshUntil) return Promise.resolve(known)
      asking ??= request()
      return asking
    },
    latest: () => (asked ? known : null),
    remembered: (name) => memory.get(name) ?? (everListed.has(name) ? provider.assume(name) : null),
  }
}
