import type { MemoryItem, MemoryState } from '@/lib/schemas/recall'

const UNITS = ['bytes', 'kB', 'MB', 'GB']

/** "1.2 MB". */
export function bytesInWords(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = bytes / 1_000 ** power
  const digits = power > 0 && number < 10 ? 1 : 0
  return `${number.toFixed(digits)} ${UNITS[power]}`
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** How much there is: "214 exchanges of 31 conversations are remembered." */
export function howMuch({ exchanges, sessions }: MemoryState): string {
  if (exchanges === 0) return 'Nothing is remembered yet.'
  const what = counted(exchanges, 'exchange', 'exchanges')
  const of = counted(sessions, 'conversation', 'conversations')
  return `${what} of ${of} ${exchanges === 1 ? 'is' : 'are'} remembered.`
}

/** What of it is not as it will be; null: all is. */
export function whatIsOwed({ waiting, withoutVector, failed }: MemoryState): string | null {
  const parts = [
    waiting > 0 && `${counted(waiting, 'is', 'are')} waiting to be indexed`,
    withoutVector > 0 &&
      `${counted(withoutVector, 'is', 'are')} found by words only until the meaning is indexed`,
    failed > 0 && `${counted(failed, 'has', 'have')} failed and will be tried again`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return `${parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`}.`
}

/** With what meanings are compared, and how much it takes. */
export function indexFacts({ model, bytes }: MemoryState): string {
  const by = model === null ? 'No embedding model: found by words only.' : `Meanings by ${model}.`
  return bytes === 0 ? by : `${by} About ${bytesInWords(bytes)}.`
}

/** What of an exchange is not as it will be; null: it is indexed. */
export function stateInWords({ state, error }: Pick<MemoryItem, 'state' | 'error'>): string | null {
  if (state === 'indexed') return null
  const what = state === 'waiting' ? 'Waiting to be indexed' : 'Found by its words only'
  return error === null ? `${what}.` : `${what}. The last try failed: ${error}`
}
