import { wordpieces } from './wordpieces.ts'

/** In wordpieces: how much a piece holds at most, and how much of the one before it repeats at most. */
type Sizes = { room: number; overlap: number }

/** A word with the white space before it, and how well a text can be cut behind it. */
type Atom = { text: string; cost: number; end: End }

const END = { word: 0, sentence: 1, paragraph: 2 } as const
type End = (typeof END)[keyof typeof END]

/**
 * A text in pieces, cut where a paragraph ends, else a sentence, else a word. Every word is in one of them. Each is made
 * when it is asked for: a long text is not read further than its pieces are taken.
 */
export function* piecesOf(text: string, { room, overlap }: Sizes): Generator<string> {
  const atoms = byPlace(atomsOf(text.trim(), Math.max(1, Math.floor(room / 2))))
  for (let start = 0; atoms(start) !== undefined; ) {
    const end = endOf(atoms, start, room)
    const piece = Array.from({ length: end - start }, (_, place) => atoms(start + place)?.text)
    yield piece.join('').trim()
    start = atoms(end) === undefined ? end : repeatFrom(atoms, { start, end, overlap })
  }
}

/** Behind the last one there is none. */
type Atoms = (place: number) => Atom | undefined

/** What an iterator gives, by its place, drawn from it as far as is asked. */
function byPlace(source: Iterator<Atom>): Atoms {
  const drawn: Atom[] = []
  return (place) => {
    while (drawn.length <= place) {
      const { done, value } = source.next()
      if (done) return undefined
      drawn.push(value)
    }
    return drawn[place]
  }
}

/** As far as the room goes, or back to the best place to cut in the second half of that. */
function endOf(atoms: Atoms, start: number, room: number): number {
  let cost = 0
  let end = start
  const best: Record<End, number> = { 0: 0, 1: 0, 2: 0 }
  for (; ; end += 1) {
    const atom = atoms(end)
    if (atom === undefined) return end
    if (cost + atom.cost > room) break
    cost += atom.cost
    if (cost >= room / 2) best[atom.end] = end + 1
  }
  return best[END.paragraph] || best[END.sentence] || Math.max(end, start + 1)
}

/** Where the next piece begins: at the last sentence of this one where that is short, else some words before its end. */
function repeatFrom(atoms: Atoms, cut: { start: number; end: number; overlap: number }): number {
  let cost = 0
  let from = cut.end
  for (let at = cut.end - 1; at > cut.start; at -= 1) {
    const atom = atoms(at)
    if (atom === undefined || cost + atom.cost > cut.overlap) break
    cost += atom.cost
    from = at
    if ((atoms(at - 1)?.end ?? END.word) !== END.word) break
  }
  return from
}

/** No atom costs more than `most`: what is longer, such as a text without spaces, is cut between two characters. */
function* atomsOf(text: string, most: number): Generator<Atom> {
  let word: RegExpExecArray | undefined
  for (const next of text.matchAll(/(\s*)(?:[^\s。！？]+[。！？]*|[。！？]+)/g)) {
    if (word) yield* atomsOfWord(word, next[1] ?? '', most)
    word = next
  }
  if (word) yield* atomsOfWord(word, '', most)
}

function* atomsOfWord(
  [word, space = '']: RegExpExecArray,
  spaceBehind: string,
  most: number,
): Generator<Atom> {
  const end = endBehind(word, spaceBehind)
  const cost = wordpieces(word, most)
  if (cost <= most) {
    yield { text: word, cost, end }
    return
  }
  let slice = ''
  for (const next of slicesOf(word.slice(space.length), most)) {
    if (slice !== '') yield { text: slice, cost: sliceCost(slice), end: END.word }
    slice = slice === '' ? space + next : next
  }
  yield { text: slice, cost: sliceCost(slice), end }
}

/** Beside the next one it is a longer word again, of which each piece holds fewer letters. */
const sliceCost = (slice: string) => wordpieces(slice) + 1

function endBehind(word: string, space: string): End {
  if (/\n\s*\n/.test(space)) return END.paragraph
  return space.includes('\n') || /[.!?…。！？]["'”’»)\]]*$/.test(word) ? END.sentence : END.word
}

/** By characters, so that no surrogate pair is cut. A slice of so many costs no more than as many wordpieces. */
function* slicesOf(word: string, most: number): Generator<string> {
  const size = Math.max(1, Math.floor(most / 2))
  let slice: string[] = []
  for (const character of word) {
    slice.push(character)
    if (slice.length < size) continue
    yield slice.join('')
    slice = []
  }
  if (slice.length > 0) yield slice.join('')
}
