import { exchangeText } from './exchange-text.ts'
import { piecesOf } from './pieces.ts'
import { wordpieces } from './wordpieces.ts'

/** What was said, once more as it is indexed. `date`: as YYYY-MM-DD; `answer`: null where it is not remembered. */
export type Said = { date: string; question: string; answer: string | null }

/** The local model reads 256 pieces, the first and the last of which are its own marks. */
export const CHUNK_PIECES = 254

/** Of the question, before every chunk but those of its beginning: as much as tells what it is about. */
const ABOUT_PIECES = 40

/** Of the chunk before: about a sentence, so that nothing is found only as halves. */
const OVERLAP_PIECES = 30

/**
 * Some 45,000 characters of English. What is longer is a file that somebody pasted in: its vectors would be thousands,
 * and they would be near to every question. What stands behind is not indexed.
 */
export const CHUNKS_MAX = 64

/** In UTF-16 units: more than fills so many chunks, and little enough to be cut while others wait. */
const READ_MAX = 100_000

/** An exchange in texts that an embedding model reads to their end, each with its date and what it is about. */
export function chunksOf({ date, ...said }: Said): string[] {
  const question = beginningOf(said.question)
  const answer = said.answer === null ? null : beginningOf(said.answer)
  const whole =
    answer === null ? `${date}\nUser: ${question}` : exchangeText({ date, user: question, assistant: answer })
  if (wordpieces(whole) <= CHUNK_PIECES) return [whole]
  const [about = ''] = piecesOf(question, { room: ABOUT_PIECES, overlap: 0 })
  const isCut = about !== question.trim()
  const topic = `${date}\nUser: ${about}${isCut ? ' …' : ''}`
  const asked = isCut || answer === null ? inChunks(question, `${topic}\nUser: `, `${date}\nUser: `) : []
  const answered = answer === null ? [] : inChunks(answer, `${topic}\nAssistant: `)
  return [...asked, ...answered].slice(0, CHUNKS_MAX)
}

/** `head` begins each, and `first` the first, where it needs no other. */
function inChunks(text: string, head: string, first = head): string[] {
  const room = CHUNK_PIECES - wordpieces(head)
  return piecesOf(text, { room, overlap: OVERLAP_PIECES }).map(
    (piece, index) => `${index === 0 ? first : head}${piece}`,
  )
}

/** Without half of a surrogate pair at its end. */
const beginningOf = (text: string) =>
  text.length > READ_MAX ? text.slice(0, READ_MAX).replace(/[\uD800-\uDBFF]$/, '') : text
