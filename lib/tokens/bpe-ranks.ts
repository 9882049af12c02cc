import { createRequire } from 'node:module'
import type { PublishedEncoding } from '../memory/types.ts'

/** A sequence of bytes as a string with one character (0 to 255) a byte: strings can be keys of a map, arrays cannot. */
export type ByteString = string

/** An encoding's tokens with their ranks; the lower rank is merged first. */
export type Ranks = {
  get(token: ByteString): number | undefined
  /** Bytes of the longest token: nothing longer needs to be looked up. */
  longest: number
}

type RankTable = readonly (string | readonly number[])[]

const require = createRequire(import.meta.url)
const loaded = new Map<PublishedEncoding, Ranks>()

/** Takes 0.1 to 0.3 s and some 40 MB the first time that an encoding is asked for: hence not at import. */
export function ranksOf(encoding: PublishedEncoding): Ranks {
  let ranks = loaded.get(encoding)
  if (!ranks) {
    ranks = indexRanks(tableOf(encoding))
    loaded.set(encoding, ranks)
  }
  return ranks
}

// Whole literals, so that a bundler can follow them.
function tableOf(encoding: PublishedEncoding): RankTable {
  if (encoding === 'cl100k_base') return require('gpt-tokenizer/bpeRanks/cl100k_base').default
  return require('gpt-tokenizer/bpeRanks/o200k_base').default
}

function indexRanks(table: RankTable): Ranks {
  const ranks = new Map<ByteString, number>()
  let longest = 0
  // `forEach` passes over the holes of the table, which stand for ranks that are not in use.
  table.forEach((token, rank) => {
    const bytes = typeof token === 'string' ? toByteString(token) : String.fromCharCode(...token)
    ranks.set(bytes, rank)
    longest = Math.max(longest, bytes.length)
  })
  return { get: (token) => ranks.get(token), longest }
}

/** The UTF-8 bytes of a well-formed text. */
export function toByteString(text: string): ByteString {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return Buffer.from(text, 'utf8').toString('latin1')
  }
  return text
}
