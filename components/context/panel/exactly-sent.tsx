'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import type { AnswerContext } from '@/lib/schemas/context-map'

const ROLES = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const

type Props = {
  sent: AnswerContext['sent']
  /** It was too much for the model, which was not called. */
  unsent: boolean
}

/** The messages just as the model was sent them, or would have been. */
export function ExactlySent({ sent, unsent }: Props) {
  const [open, setOpen] = useState(false)
  const what = unsent ? 'what would have been sent' : 'what was sent'
  return (
    <>
      <Button onClick={() => setOpen(true)}>Show exactly {what}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        wide
        title={`Exactly ${what}`}
        description={`${sent.length} ${sent.length === 1 ? 'message' : 'messages'}, as the model ${unsent ? 'would have been' : 'was'} given them.`}
      >
        <div className="flex justify-end">
          <CopyButton label="Copy as JSON" text={() => JSON.stringify(sent, null, 2)} />
        </div>
        <ol className="flex flex-col gap-4">
          {sent.map(({ role, content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <li key={index} className="border-rule border-t pt-2">
              <p className="text-ink-3 text-small">{ROLES[role]}</p>
              {content === null ? (
                <p className="text-ink-3">Forgotten since.</p>
              ) : (
                <pre dir="auto" className="wrap-anywhere whitespace-pre-wrap font-mono text-small">
                  {content}
                </pre>
              )}
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  )
}
