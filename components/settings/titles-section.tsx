'use client'

import { useId } from 'react'
import { SaveMark } from './save-mark'
import { Section } from './section'
import { useAutosave } from './use-autosave'
import { useSaveSettings } from './use-save-settings'

export function TitlesSection({ initial }: { initial: boolean }) {
  const save = useSaveSettings()
  const { value, change, state, flush } = useAutosave(initial, (modelTitles) => save({ modelTitles }))
  const id = useId()
  return (
    <Section
      id="titles"
      title="Titles"
      intro="A conversation is first called by the beginning of its first message. A title that you give is never changed."
    >
      <div>
        <label className="flex min-h-9 items-center gap-2 font-medium text-ui">
          <input
            type="checkbox"
            aria-describedby={id}
            className="size-4 accent-accent"
            checked={value}
            onChange={(event) => change(event.target.checked)}
          />
          Let the model name conversations
        </label>
        <p id={id} className="ms-6 text-ink-3 text-small">
          After the first answer its model is sent the beginning of both and asked for a title: one short call
          for each conversation.
        </p>
      </div>
      <SaveMark state={state} onRetry={flush} />
    </Section>
  )
}
