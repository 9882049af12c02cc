'use client'

import { useState } from 'react'
import { tokensInWords } from '@/components/context/tokens-in-words'
import { Button } from '@/components/ui/button'
import { PreviewedChoice } from './previewed-choice'
import { usePreviewed } from './use-previewed'
import { useSummaryPrompt } from './use-summary-prompt'

const ROLES = { system: 'System', user: 'User', assistant: 'Assistant' } as const

/** Exactly what a model would be sent for the next summary of a conversation. Asked for only once it is looked at. */
export function SummaryPromptPreview({ prompt }: { prompt: string | null }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide what would be sent' : 'Show what would be sent'}
      </Button>
      {open && <Preview prompt={prompt} />}
    </div>
  )
}

function Preview({ prompt }: { prompt: string | null }) {
  const previewed = usePreviewed()
  const { chosen } = previewed
  const { preview, failure } = useSummaryPrompt(chosen, prompt)
  if (!chosen) return <p className="text-ink-3 text-small">There is no conversation to show it with yet.</p>
  return (
    <div className="flex w-full flex-col gap-3">
      <PreviewedChoice label="For the next summary of" previewed={previewed} />
      {failure && <p className="text-ink-2">{failure}</p>}
      {!failure && !preview && <p className="text-ink-3">Loading…</p>}
      {!failure && preview && (
        <section aria-label="What would be sent" className="flex flex-col gap-2">
          <p className="text-ink-2 text-ui">
            {tokensInWords(preview.tokens)}.{' '}
            {preview.due
              ? 'It is sent after one of the next answers.'
              : 'None is due yet: this is what “Summarise now” would send.'}
          </p>
          {preview.messages.map(({ role, content }) => (
            <div key={role}>
              <p className="text-ink-3 text-small">{ROLES[role]}</p>
              <pre
                dir="auto"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
                tabIndex={0}
                className="wrap-anywhere max-h-100 overflow-y-auto whitespace-pre-wrap rounded-md bg-panel p-3 font-mono text-small"
              >
                {content}
              </pre>
            </div>
          ))}
        </section>
      )}
    </div>
  )
}
