'use client'

import { countExchange, listQuotes } from '@/components/api/memory'
import { ForgetDialog, type ForgetDialogProps } from './forget-dialog'
import { type Exchange, useForget } from './use-forget'

type Props = ForgetDialogProps & {
  exchange: Exchange
  /** The beginning of its question. */
  said: string
}

export function ForgetExchangeDialog({ exchange, said, ...rest }: Props) {
  const { forgetExchange } = useForget()
  return (
    <ForgetDialog
      {...rest}
      title="Forget this exchange?"
      confirm="Forget"
      count={async (options) => {
        const [quotes, { undoSeconds, ...counts }] = await Promise.all([
          listQuotes({ exchangeId: exchange.id }, options),
          countExchange(exchange.id, options),
        ])
        return { counts, undoSeconds, quotes }
      }}
      act={(undoSeconds, along) => forgetExchange(exchange, undoSeconds, along)}
    >
      <bdi className="line-clamp-3 wrap-anywhere border-rule-strong border-s-2 ps-3 text-ink">{said}</bdi>
      <span className="block pt-2">
        This question and its answer go from their conversation and from the memory, with the summaries that
        tell them. The rest of the conversation stays, also where it repeats them.
      </span>
    </ForgetDialog>
  )
}
