import type { ContextMapView } from '@/lib/schemas/context-map'
import { effectOf } from './effect'
import { effectInWords } from './effect-words'
import type { Loaded } from './message-count'

type Props = {
  /** As it counts now, and as it is tried; null: not known yet. */
  plans: readonly ContextMapView[] | null
  loaded: Loaded
  failure: string | null
}

/** What the settings that are tried make of the next turn of a conversation, spoken as it changes. */
export function EffectSentence({ plans, loaded, failure }: Props) {
  const [now, tried] = plans ?? []
  return (
    <p className="min-h-10 text-ui border-accent border-s-3 ps-3" aria-live="polite">
      {failure ??
        (now && tried
          ? effectInWords(effectOf(tried, loaded), effectOf(now, loaded))
          : 'Planning the next turn…')}
    </p>
  )
}
