'use client'

import type { ReactNode } from 'react'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { Usage } from '@/lib/schemas/message'
import { useConversation } from '../conversation'
import { memoryInShort } from '../memory-in-short'
import { useShownContext } from '../shown-context'
import { CountedTwice } from './counted-twice'

/** How the limit came about, and for a past answer the provider's own count beside ours. */
export function LimitFacts({ map }: { map: ContextMapView }) {
  const { shown } = useShownContext()
  const { messages } = useConversation()
  const { limit, settings, encoding, exact, recall } = map
  const answer = shown.tense === 'past' ? messages.find(({ id }) => id === shown.answerId) : undefined
  const usage = answer?.usage
  return (
    <section aria-label="Counted">
      <h3 className="pb-1 font-medium text-small">Counted</h3>
      <dl className="flex flex-col gap-1">
        <Fact name="Memory">{memoryInShort(settings)}</Fact>
        <Fact name="The model holds">{count(limit.window)}</Fact>
        <Fact name="Kept free for the answer">{count(limit.answerReserve)}</Fact>
        {recall && <Fact name="Kept free for what is recalled">{count(recall.reserve)}</Fact>}
        <Fact name="Counted by">
          {COUNTED_BY[encoding]}, {exact ? 'exact' : 'an estimate for this model'}
        </Fact>
        {usage && <Fact name="The answer">{answered(usage)}</Fact>}
      </dl>
      {usage && !usage.fromReplyCache && <CountedTwice ours={map.tokens} usage={usage} />}
    </section>
  )
}

const COUNTED_BY: Record<ContextMapView['encoding'], string> = {
  cl100k_base: 'cl100k',
  o200k_base: 'o200k',
  cl100k_digits: 'cl100k and single digits',
  unknown: 'cl100k and o200k, and a margin',
}

const count = (tokens: number) => <span className="font-mono text-small">{tokens.toLocaleString('en')}</span>

function answered({ output, fromReplyCache }: Usage): ReactNode {
  if (fromReplyCache) return 'given again, without a call'
  return output === null ? 'not said' : count(output)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  )
}
