import { written } from '@/components/ui/written'
import type { ContextMapView, LeftOutReason } from '@/lib/schemas/context-map'
import { tokensInWords } from './tokens-in-words'

/** Why something was left out, as it goes on after "Not sent: ". */
export function reasonInWords(reason: LeftOutReason, { settings, limit }: ContextMapView): string {
  switch (reason) {
    case 'window':
      return windowInWords(settings.maxExchanges ?? 0)
    case 'budget':
      return `left out to stay within ${tokensInWords(limit.total)}`
    case 'excluded':
      return 'you excluded it'
    case 'afresh':
      return 'above your fresh start'
    case 'failed':
      return 'the answer failed'
    case 'empty':
      return 'it has no text'
    case 'forgotten':
      return 'it was forgotten'
    case 'unanswered':
      return 'a call of a tool has no result'
  }
}

function windowInWords(maxExchanges: number): string {
  if (maxExchanges === 0) return 'only your newest message and what you pinned are sent'
  return maxExchanges === 1
    ? 'beyond the last exchange'
    : `beyond the last ${written(maxExchanges)} exchanges`
}
