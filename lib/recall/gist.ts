import { CHUNK_PIECES } from './chunks.ts'
import { wordpieces } from './wordpieces.ts'

/** UTF-16 units of either end of a message whose words are looked for. */
const ASKED_BY = 2_000

/** What a memory is asked by: the words that are looked for, and what is compared by its meaning. */
export type Gist = { words: string; meaning: string }

/**
 * Of a long message its ends: what is wanted of a text that was pasted in stands before or behind it. The search costs by
 * the word, and of what an embedding model compares it reads no more than of a chunk: the end would go unread.
 */
export function gistOf(message: string): Gist {
  const [start, end] = [message.slice(0, ASKED_BY), message.slice(-ASKED_BY)]
  const words = message.length <= 2 * ASKED_BY ? message : `${start}\n${end}`.toWellFormed()
  if (wordpieces(words, CHUNK_PIECES) <= CHUNK_PIECES) return { words, meaning: words }
  const half = CHUNK_PIECES / 2
  const meaning = `${keptWithin(half, start, (text, length) => text.slice(0, length))}\n${keptWithin(half, end, (text, length) => text.slice(-length))}`
  return { words, meaning: meaning.toWellFormed() }
}

/** As much of a text as costs no more than so many wordpieces. `keep`: so many of its UTF-16 units, of one end. */
function keptWithin(room: number, text: string, keep: (text: string, length: number) => string): string {
  let kept = text
  for (let cost = wordpieces(kept); cost > room; cost = wordpieces(kept))
    kept = keep(kept, Math.floor((kept.length * room) / cost))
  return kept
}
