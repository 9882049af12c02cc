'use client'

import Link from 'next/link'
import { useState } from 'react'
import { MemoryFields } from '@/components/memory/memory-fields'
import { memoryInWords } from '@/components/memory/memory-words'
import { inForce, isSameMemory } from '@/components/memory/own-memory'
import { RecallFields } from '@/components/memory/recall-fields'
import { recallSettingsInWords } from '@/components/memory/recall-words'
import { Button } from '@/components/ui/button'
import type { Settings } from '@/lib/schemas/settings'
import { MemoryPreview } from './memory-preview'
import { SaveMark } from './save-mark'
import { Section } from './section'
import { useAutosave } from './use-autosave'
import { useSaveSettings } from './use-save-settings'

/** The defaults of all conversations. */
export function MemorySection({ initial }: { initial: Settings['memory'] }) {
  const save = useSaveSettings()
  const { value: memory, change, state, flush } = useAutosave(initial, (value) => save({ memory: value }))
  // What they were when the page was opened; saving has the server send the page again, with other ones.
  const [before] = useState(initial)
  const { recall } = inForce(memory, null)
  return (
    <Section
      id="memory"
      title="Memory"
      intro="Every conversation is kept. These settings decide how much of it the model is sent with each message; what is left out is shown beside the conversation, with the reason. A conversation can have its own, below where you write."
    >
      <p className="border-accent border-s-3 ps-3 text-ui" aria-live="polite">
        {memoryInWords(memory)}
      </p>
      <MemoryFields
        value={memory}
        onChange={(part) => change({ ...memory, ...part })}
        onLeave={() => void flush()}
      />
      <h3 className="border-rule border-t pt-5 font-medium text-ui">Recall</h3>
      <p className="border-accent border-s-3 ps-3 text-ui" aria-live="polite">
        {recallSettingsInWords(recall)}
      </p>
      <RecallFields
        value={recall}
        onChange={(part) => change({ ...memory, recall: { ...recall, ...part } })}
        onLeave={() => void flush()}
      />
      <p className="text-ink-2 text-ui">
        What is remembered, and how to forget it, stands in{' '}
        <Link href="/memory" className="-my-1 inline-block py-1 text-accent underline">
          the memory
        </Link>
        .
      </p>
      <div className="flex min-h-7 flex-wrap items-center gap-x-4">
        <SaveMark state={state} onRetry={flush} />
        {!isSameMemory(inForce(memory, null), inForce(before, null)) && (
          <Button
            variant="quiet"
            size="small"
            className="text-accent!"
            onClick={() => {
              change(before)
              void flush()
            }}
          >
            As before
          </Button>
        )}
      </div>
      <MemoryPreview before={before} now={memory} />
    </Section>
  )
}
