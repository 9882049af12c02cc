'use client'

import { History } from 'lucide-react'
import { useState } from 'react'
import { fromConversations } from '@/components/recall/from-conversations'
import { ReceiptList } from '@/components/recall/receipt-list'
import { useReceipts } from '@/components/recall/use-receipts'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'

type Props = { answerId: string; conversations: number }

/** Of how many conversations an answer was given passages, in one quiet line; opens what they are. */
export function RecalledFrom({ answerId, conversations }: Props) {
  const [open, setOpen] = useState(false)
  const { receipts, failure } = useReceipts(open ? answerId : null)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title="Recalled for this answer"
      tall
      trigger={
        <Button
          variant="quiet"
          size="small"
          className="-ms-2 mt-1 self-start font-normal! text-ink-3! hover:text-ink-2! data-[state=open]:bg-hover"
        >
          <History size={16} aria-hidden />
          {fromConversations(conversations)}
        </Button>
      }
    >
      <p className="text-ink-2">
        These passages stood before your question, quoted, as the model was sent it.
      </p>
      {failure ? (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      ) : receipts ? (
        <ReceiptList receipts={receipts} onNavigate={() => setOpen(false)} />
      ) : (
        <p className="text-ink-3">Looking…</p>
      )}
    </Popover>
  )
}
