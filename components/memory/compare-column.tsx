'use client'

import { ContextBar } from '@/components/context/context-bar'
import { useConversation } from '@/components/context/conversation'
import { rangeInWords } from '@/components/context/panel/range-words'
import { reasonInWords } from '@/components/context/reason-words'
import { tokensInWords } from '@/components/context/tokens-in-words'
import { Button } from '@/components/ui/button'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { MemorySettings } from '@/lib/schemas/memory-settings'
import { effectOf } from './effect'
import { MemoryFields } from './memory-fields'
import { countInWords } from './message-count'
import { isSameMemory } from './own-memory'

type Props = {
  name: 'A' | 'B'
  settings: MemorySettings
  /** undefined: not planned yet. */
  map: ContextMapView | undefined
  /** Those that count for the conversation. */
  now: MemorySettings
  onChange: (settings: MemorySettings) => void
  onUse: (settings: MemorySettings) => void
}

/** One of the two: its settings, and what they send and leave out. */
export function CompareColumn({ name, settings, map, now, onChange, onUse }: Props) {
  const isInForce = isSameMemory(settings, now)
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="flex w-full items-center gap-2 pb-2 font-semibold">{name}</legend>
      <MemoryFields value={settings} brief onChange={(part) => onChange({ ...settings, ...part })} />
      <div className="flex h-11 items-center border-rule border-b pb-2">
        {isInForce ? (
          <p className="text-ink-3 text-small">Counts now in this conversation.</p>
        ) : (
          <Button size="small" onClick={() => onUse(settings)}>
            Use {name} in this conversation
          </Button>
        )}
      </div>
      {map && <Sent map={map} />}
    </fieldset>
  )
}

function Sent({ map }: { map: ContextMapView }) {
  const { messages, earlier } = useConversation()
  const { summarised } = effectOf(map, { messages, earlier })
  const sent = map.segments.filter(({ kind }) => kind === 'message').length - 1
  return (
    <>
      <ContextBar map={map} className="h-3" />
      <p>
        {map.tokens.toLocaleString('en')} of {tokensInWords(map.limit.total)}
        {map.overBudget && <span className="text-warn">, over the limit</span>}
        <span className="block text-ink-2">
          {sentInWords(sent)}
          {summarised.count > 0 && ` A summary in place of ${countInWords(summarised)}.`}
        </span>
      </p>
      <ul aria-label="Left out" className="flex flex-col gap-1">
        {map.leftOut.length === 0 && <li className="text-ink-2">Leaves nothing out.</li>}
        {map.leftOut.map((range) => (
          <li key={`${range.fromSeq}-${range.reason}`} className="flex gap-2">
            <span aria-hidden data-look="left-out" className="mt-1 h-3 w-1.5 shrink-0" />
            <span className="wrap-anywhere min-w-0">
              <bdi>{rangeInWords(range, messages, earlier)}</bdi>
              <span className="text-ink-3">: {reasonInWords(range.reason, map)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const sentInWords = (count: number) =>
  count === 0
    ? 'Your new message alone.'
    : `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}, and your new one.`
