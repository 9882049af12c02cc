import { cutText } from './cut-text.ts'
import type { Omitted } from './stored-summary.ts'
import type { Role, StoredMessage } from './types.ts'
import { unsendable } from './unsendable.ts'
import { writtenText } from './written-text.ts'

/** What a summary is told in one call. */
export type FoldPart = {
  /** Messages, or pieces of one that is larger than a part. */
  messages: { role: Role; content: string }[]
  /** Of the messages as they are quoted, in tokens: never much too low. */
  tokens: number
  /** The seqs of the messages that are told to their end in this part. */
  told: number[]
  /** The last message of the last exchange that ends here, told or not; null: this part ends within one. */
  toSeq: number | null
  /** What is not told, up to `toSeq`. */
  omitted: Omitted[]
}

/**
 * Exchanges in parts of at most `room()` tokens, oldest first; asked again for every part, as the summary that it is
 * added to grows. An exchange larger than a part goes over several. What cannot be sent is not told, and neither is
 * what is pinned: it is sent as it is. Parts that tell nothing are none.
 */
export async function* foldParts(
  exchanges: AsyncIterable<readonly StoredMessage[]> | Iterable<readonly StoredMessage[]>,
  room: () => number,
): AsyncGenerator<FoldPart, void, undefined> {
  let part = emptyPart()
  let max = room()
  /** The range that the next message may go on with; null: the message before it was told. */
  let open = null as Omitted | null
  const begin = (omitted: Omitted[] = []) => {
    part = { ...emptyPart(), omitted }
    max = room()
    open = null
  }

  for await (const exchange of exchanges) {
    const reasons = reasonsOf(exchange)
    const cost = exchange.reduce((sum, row, place) => sum + (reasons[place] ? 0 : costOf(row)), 0)
    if (part.messages.length > 0 && part.tokens + cost > max) {
      yield part
      begin()
    }
    for (const [place, row] of exchange.entries()) {
      const reason = reasons[place] ?? null
      if (reason !== null) {
        if (open?.reason === reason) open.toSeq = row.seq
        else {
          open = { fromSeq: row.seq, toSeq: row.seq, reason }
          part.omitted.push(open)
        }
        continue
      }
      open = null
      const pieces = piecesOf(row, max)
      for (const piece of pieces) {
        if (part.messages.length > 0 && part.tokens + piece.tokens > max) {
          yield { ...part, omitted: [], toSeq: null }
          begin(part.omitted)
        }
        part.messages.push({ role: row.role, content: piece.text })
        part.tokens += piece.tokens
      }
      part.told.push(row.seq)
    }
    part.toSeq = exchange.at(-1)?.seq ?? part.toSeq
  }
  if (part.messages.length > 0) yield part
}

/** Whether a summary can tell anything of an exchange. */
export const isTold = (exchange: readonly StoredMessage[]): boolean =>
  reasonsOf(exchange).some((reason) => reason === null)

const emptyPart = (): FoldPart => ({ messages: [], tokens: 0, told: [], toSeq: null, omitted: [] })

/** Of each line's sign, and of the name above a message. */
const PER_LINE = 2
const PER_MESSAGE = 4
/** Of a part, for a piece of a message: its tokens are only guessed from its bytes. */
const PIECE_SHARE = 0.75

const costOf = (row: StoredMessage): number =>
  row.tokens + PER_LINE * (writtenText(row).split('\n').length + 1) + PER_MESSAGE

function piecesOf(row: StoredMessage, max: number): { text: string; tokens: number }[] {
  const text = writtenText(row)
  const cost = costOf(row)
  if (cost <= max) return [{ text, tokens: cost }]
  const cut = cutText(text, Math.ceil(cost / Math.max(1, PIECE_SHARE * max)))
  return cut.map((piece) => ({ text: piece, tokens: Math.ceil(cost / cut.length) }))
}

/** Why a message is not told; null: it is. */
function reasonsOf(exchange: readonly StoredMessage[]): (Omitted['reason'] | null)[] {
  const pinned = exchange.some((row) => row.pinned) ? 'pinned' : null
  const reasons = unsendable(exchange)
  return exchange.map((_, place) => reasons[place] ?? pinned)
}
