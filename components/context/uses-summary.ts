import type { MemorySettings } from '@/lib/schemas/memory-settings'

/** Whether a summary can stand for anything, as `lib/memory` has it: without any memory there is nothing to sum up for. */
export const usesSummary = ({
  maxExchanges,
  useSummary,
}: Pick<MemorySettings, 'maxExchanges' | 'useSummary'>): boolean => useSummary && maxExchanges !== 0
