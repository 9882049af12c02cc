'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/text-area'
import { MESSAGES_MARK, SUMMARY_PROMPT_MAX } from '@/lib/schemas/settings'
import { SaveMark } from './save-mark'
import { Section } from './section'
import { SummaryPromptPreview } from './summary-prompt-preview'
import { useAutosave } from './use-autosave'
import { useSaveSettings } from './use-save-settings'

type Props = {
  /** null: the default. */
  initial: string | null
  byDefault: string
}

/** What a model is asked with for a summary. One's own is stored only with a place for the messages in it. */
export function SummaryPromptSection({ initial, byDefault }: Props) {
  const save = useSaveSettings()
  const { value, change, state, flush } = useAutosave(initial, (summaryPrompt) => save({ summaryPrompt }))
  /** As it was typed last, also while the default counts. */
  const [typed, setTyped] = useState(initial)
  const isOwn = value !== null
  const wrong = isOwn && typed !== value

  const type = (text: string) => {
    setTyped(text)
    if (text.includes(MESSAGES_MARK)) change(text)
  }
  const choose = (prompt: string | null) => {
    if (prompt !== null) setTyped(prompt)
    change(prompt)
    void flush()
  }
  const own = typed?.includes(MESSAGES_MARK) ? typed : null
  return (
    <Section
      id="summary-prompt"
      title="Summary’s prompt"
      intro={`What a model is asked with when it writes a conversation’s summary. ${MESSAGES_MARK} stands for the summary so far and the messages that it is to tell.`}
    >
      {isOwn ? (
        <TextArea
          label="Your prompt"
          rows={9}
          maxLength={SUMMARY_PROMPT_MAX}
          value={typed ?? value}
          onChange={(event) => type(event.target.value)}
          onBlur={() => void flush()}
          error={
            wrong
              ? `The prompt needs ${MESSAGES_MARK} where the messages go. Until then the last one that had it counts.`
              : null
          }
        />
      ) : (
        <figure className="flex flex-col gap-1.5">
          <figcaption className="font-medium text-ui">The default prompt</figcaption>
          <p className="wrap-anywhere whitespace-pre-wrap border-rule border-s-3 ps-3 text-ink-2 text-ui">
            {byDefault}
          </p>
        </figure>
      )}
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
        {!wrong && <SaveMark state={state} onRetry={flush} />}
        {isOwn ? (
          <Button size="small" onClick={() => choose(null)}>
            Use the default again
          </Button>
        ) : (
          <Button size="small" onClick={() => choose(own ?? byDefault)}>
            {own === null ? 'Write your own' : 'Back to yours'}
          </Button>
        )}
      </div>
      <SummaryPromptPreview prompt={value} />
    </Section>
  )
}
