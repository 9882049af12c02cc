'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { prettyJson } from '@/components/ui/pretty-json'
import type { AnswerContext } from '@/lib/schemas/context-map'
import { sentAsJson } from './sent-as-json'
import { SentMessage } from './sent-message'
import { SentText } from './sent-text'

type Props = Pick<AnswerContext, 'sent' | 'tools'> & {
  /** It was too much for the model, which was not called. */
  unsent: boolean
}

/** The messages just as the model was sent them, or would have been, and what it could call. */
export function ExactlySent({ sent, tools, unsent }: Props) {
  const [open, setOpen] = useState(false)
  const what = unsent ? 'what would have been sent' : 'what was sent'
  const messages = sent.length === 1 ? '1 message' : `${sent.length} messages`
  return (
    <>
      <Button onClick={() => setOpen(true)}>Show exactly {what}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        wide
        title={`Exactly ${what}`}
        description={`${messages}${tools === null ? '' : ' and the tools'}, as the model ${unsent ? 'would have been' : 'was'} given them.`}
      >
        <div className="flex justify-end">
          <CopyButton label="Copy as JSON" text={() => sentAsJson({ sent, tools })} />
        </div>
        <ol className="flex flex-col gap-4">
          {sent.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <SentMessage key={index} message={message} />
          ))}
        </ol>
        {tools !== null && (
          <section aria-label="Tools" className="mt-4 border-rule border-t pt-2">
            <h3 className="text-ink-3 text-small">Tools</h3>
            <SentText>{prettyJson(tools)}</SentText>
          </section>
        )}
      </Dialog>
    </>
  )
}
