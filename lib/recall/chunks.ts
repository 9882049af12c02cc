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
 * Some 110,000 characters of English, or 30,000 of Russian. What is longer is a file that somebody pasted in. What stands
 * behind is not indexed.
 */
export const CHUNKS_MAX = 256

/**
 * So many have vectors, which cost a hundred times what words do, and of a long text are near to every question. Those of
 * both ends: what is meant stands before or behind what was pasted in.
 */
const VECTORS_MAX = 64

/** Of the chunks of an exchange, in order, those that are to be found by meaning as well. */
export const toEmbed = <T>(chunks: readonly T[]): readonly T[] =>
  chunks.length <= VECTORS_MAX
    ? chunks
    : [...chunks.slice(0, VECTORS_MAX / 2), ...chunks.slice(-VECTORS_MAX / 2)]

/**
 * An exchange in texts that an embedding model reads to their end, each with its date and what it is about. Each is made
 * when it is asked for: of a long exchange all take a while.
 */
export function* chunksOf(said: Said): Generator<string> {
  const { date, question, answer } = said
  const whole =
    answer === null ? `${date}\nUser: ${question}` : exchangeText({ date, user: question, assistant: answer })
  if (wordpieces(whole, CHUNK_PIECES) <= CHUNK_PIECES) yield whole
  else yield* partsOf(said).take(CHUNKS_MAX)
}

/** The words of a chunk, without what stands before them. */
export function wordsOfChunk(chunk: string): string {
  const [head = ''] = /^.*\n(User|Assistant): /s.exec(chunk) ?? []
  return chunk.slice(head.length)
}

function* partsOf({ date, question, answer }: Said): Generator<string> {
  const [about = ''] = piecesOf(question, { room: ABOUT_PIECES, overlap: 0 })
  const isCut = about !== question.trim()
  const topic = `${date}\nUser: ${about}${isCut ? ' …' : ''}`
  if (isCut || answer === null) yield* inChunks(question, `${topic}\nUser: `, `${date}\nUser: `)
  if (answer !== null) yield* inChunks(answer, `${topic}\nAssistant: `)
}

/** `head` begins each, and `first` the first, where it needs no other. */
function* inChunks(text: string, head: string, first = head): Generator<string> {
  const room = CHUNK_PIECES - wordpieces(head)
  let begins = first
  for (const piece of piecesOf(text, { room, overlap: OVERLAP_PIECES })) {
    yield `${begins}${piece}`
    begins = head
  }
}
