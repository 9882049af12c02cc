'use client'

import { DEFAULT_SETTINGS, type Settings } from '@/lib/schemas/settings'
import { LimitField } from './limit-field'
import { memoryInWords } from './memory-words'
import { SaveMark } from './save-mark'
import { Section } from './section'
import { useAutosave } from './use-autosave'
import { useSaveSettings } from './use-save-settings'

export function MemorySection({ initial }: { initial: Settings['memory'] }) {
  const save = useSaveSettings()
  const { value: memory, change, state, flush } = useAutosave(initial, (value) => save({ memory: value }))
  return (
    <Section
      id="memory"
      title="Memory"
      intro="Every conversation is kept. These limits decide how much of it the model is sent with each message; what is left out is shown beside the conversation, with the reason."
    >
      <p className="border-accent border-s-3 ps-3 text-ui" aria-live="polite">
        {memoryInWords(memory)}
      </p>
      <LimitField
        label="Limit by length"
        unit="tokens"
        hint="A token is about three quarters of an English word. More costs more and is slower; off uses all of the model’s window."
        min={100}
        max={10_000_000}
        value={memory.maxTokens}
        fallback={DEFAULT_SETTINGS.memory.maxTokens ?? 8_000}
        onChange={(maxTokens) => change({ ...memory, maxTokens })}
        onLeave={flush}
      />
      <LimitField
        label="Limit by exchanges"
        unit="exchanges"
        hint="An exchange is a message of yours with its answer. 0 makes every message stand alone. When a limit is full, three tenths go at once, so that what the model’s server has read can be used again."
        min={0}
        max={100_000}
        value={memory.maxExchanges}
        fallback={20}
        onChange={(maxExchanges) => change({ ...memory, maxExchanges })}
        onLeave={flush}
      />
      <SaveMark state={state} onRetry={flush} />
    </Section>
  )
}
