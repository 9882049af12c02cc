import { written } from '@/components/ui/written'

/** "one message", "1,200 messages". */
export const messagesInWords = (count: number): string =>
  count === 1 ? 'one message' : `${written(count)} messages`
