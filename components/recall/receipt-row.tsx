'use client'

import { Button, buttonClasses } from '@/components/ui/button'
import type { Receipt } from '@/lib/schemas/recall'
import { ruleInWords, scoresInWords } from './fit-words'
import { Passage } from './passage'
import { SaidLink } from './said-link'

type Props = {
  receipt: Receipt
  onForget: () => void
  /** Its conversation was taken out of the memory here. */
  isNever: boolean
  onNever: (session: { id: string; title: string }) => void
  onNavigate?: () => void
}

/** One passage: what was said, why it was let in, and the ways to it and away from it. */
export function ReceiptRow({ receipt, onForget, isNever, onNever, onNavigate }: Props) {
  const { exchangeId, sessionId, title, saidAt, user, assistant } = receipt
  const why = (
    <p className="text-ink-3 text-small">
      {ruleInWords(receipt)}.<span className="block font-mono">{scoresInWords(receipt)}</span>
    </p>
  )
  if (title === null || saidAt === null || user === null)
    return (
      <li className="flex flex-col gap-1 py-3">
        <p className="text-ink-2 text-ui">Forgotten since. The answer may still repeat it.</p>
        {why}
      </li>
    )
  return (
    <li className="py-3">
      <Passage
        said={{ exchangeId, sessionId, title, saidAt, user, assistant }}
        onNavigate={onNavigate}
        actions={
          <>
            <SaidLink
              sessionId={sessionId}
              messageId={exchangeId}
              onNavigate={onNavigate}
              className={buttonClasses({ variant: 'quiet', size: 'small' })}
            >
              Go to it
            </SaidLink>
            <Button variant="quiet" size="small" className="text-danger!" onClick={onForget}>
              Forget it…
            </Button>
            <Button
              variant="quiet"
              size="small"
              // Not `disabled`: the keyboard stays where it is.
              aria-disabled={isNever}
              className="aria-disabled:opacity-50"
              onClick={() => !isNever && onNever({ id: sessionId, title })}
            >
              {isNever ? 'Never again from there' : 'Never from that conversation'}
            </Button>
          </>
        }
      >
        {why}
      </Passage>
    </li>
  )
}
