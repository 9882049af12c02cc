import { written } from '@/components/ui/written'
import type { ContextMapView } from '@/lib/schemas/context-map'

/** The memory setting in a few words, as it stands in the composer: "last 8,000 tokens + summary". */
export function memoryInShort({ maxExchanges, maxTokens, useSummary }: ContextMapView['settings']): string {
  if (maxExchanges === 0) return 'no memory'
  const parts = [
    maxExchanges === null
      ? ''
      : `last ${written(maxExchanges)} ${maxExchanges === 1 ? 'exchange' : 'exchanges'}`,
    maxTokens === null ? '' : `${maxExchanges === null ? 'last ' : ''}${written(maxTokens)} tokens`,
  ].filter(Boolean)
  return `${parts.join(', ') || 'all that fits the model'}${useSummary ? ' + summary' : ''}`
}
