'use client'

import { TextArea } from '@/components/ui/text-area'
import { INSTRUCTIONS_MAX } from '@/lib/schemas/session'
import { SaveMark } from './save-mark'
import { Section } from './section'
import { useAutosave } from './use-autosave'
import { useSaveSettings } from './use-save-settings'

export function InstructionsSection({ initial }: { initial: string }) {
  const save = useSaveSettings()
  const { value, change, state, flush } = useAutosave(initial, (instructions) => save({ instructions }))
  return (
    <Section
      id="instructions"
      title="Instructions"
      intro="Sent ahead of every conversation that has no instructions of its own. The model reads them before anything you write."
    >
      <div>
        <TextArea
          label="Default instructions"
          rows={6}
          maxLength={INSTRUCTIONS_MAX}
          value={value}
          placeholder="For example: Answer briefly. Say when you are not sure."
          onChange={(event) => change(event.target.value)}
          onBlur={() => flush()}
        />
        <div className="mt-1.5 flex flex-wrap justify-between gap-x-4">
          <SaveMark state={state} onRetry={flush} />
          <p className="text-ink-3 text-small">{charactersOf(value)}</p>
        </div>
      </div>
    </Section>
  )
}

function charactersOf(text: string): string {
  if (text === '') return 'Empty: none are sent'
  const limit = text.length > INSTRUCTIONS_MAX * 0.9 ? ` of ${INSTRUCTIONS_MAX.toLocaleString('en')}` : ''
  return `${text.length.toLocaleString('en')}${limit} characters`
}
