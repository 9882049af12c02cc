import { LOW_SHARE } from '@/components/context/low-share'
import { written } from '@/components/ui/written'
import type { MemorySettings } from '@/lib/schemas/memory-settings'

/** What the settings mean for the next turn, in a sentence or two. */
export function memoryInWords({ maxExchanges, maxTokens, useSummary }: MemorySettings): string {
  if (maxExchanges === 0)
    return 'The model is sent your new message, and of what came before only what you pinned.'
  const room = maxTokens === null ? 'the model’s window' : `${written(maxTokens)} tokens`
  const rest = useSummary ? 'A summary stands for what is older.' : 'What is older is left out.'
  return `The model is sent ${partOf(maxExchanges, room)}, and your new message. ${rest}`
}

function partOf(maxExchanges: number | null, room: string): string {
  if (maxExchanges === null) return `the newest part of the conversation that fits in ${room}`
  if (maxExchanges === 1) return `the newest exchange, if it fits in ${room}`
  return `up to ${written(maxExchanges)} of the newest exchanges, as far as they fit in ${room}`
}

/** How many stay when the limit has been passed. */
export const exchangesLeft = (maxExchanges: number) => Math.ceil(LOW_SHARE * maxExchanges)

const EXCHANGE = 'An exchange is a message of yours with its answer.'
const TOKEN = 'A token is about three quarters of an English word.'

/** Explains the limit by exchanges as it stands. */
export function exchangesHint(maxExchanges: number | null): string {
  if (maxExchanges === null) return `${EXCHANGE} Off: as many as the other limit lets through.`
  if (maxExchanges === 0)
    return `${EXCHANGE} With 0 every message stands alone; what you pinned is sent all the same.`
  const left = exchangesLeft(maxExchanges)
  const count = written(maxExchanges)
  if (left === maxExchanges) return `${EXCHANGE} Up to ${count} of the newest are sent.`
  return `${EXCHANGE} Between ${written(left)} and ${count} of the newest are sent: past ${count} the oldest go at once until ${written(left)} are left, so that what is sent begins the same for many turns.`
}

/** Explains the limit by length as it stands. */
export function tokensHint(maxTokens: number | null): string {
  if (maxTokens === null) return `${TOKEN} Off: all of the model’s window is used, which costs most.`
  return `${TOKEN} More costs more and is slower. Past ${written(maxTokens)} the oldest exchanges go at once until about ${written(Math.floor(LOW_SHARE * maxTokens))} are left.`
}

export const SUMMARY_HINT =
  'The model is asked for a summary of what the limits are about to leave out, in a call of its own after an answer. Off: it is left out without one.'
