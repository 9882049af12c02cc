import { wordpieces } from './wordpieces.ts'

/** In wordpieces: how much a piece holds at most, and how much of the one before it repeats at most. */
type Sizes = { room: number; overlap: number }

/** A word with the white space before it, and how well a text can be cut behind it. */
type Atom = { text: string; cost: number; end: End }

const END = { word: 0, sentence: 1, paragraph: 2 } as const
type End = (typeof END)[keyof typeof END]

/** A text in pieces, cut where a paragraph ends, else a sentence, else a word. Every word is in one of them. */
export function piecesOf(text: string, { room, overlap }: Sizes): string[] {
  const atoms = atomsOf(text.trim(), Math.max(1, Math.floor(room / 2)))
  const pieces: string[] = []
  for (let start = 0; start < atoms.length; ) {
    const end = endOf(atoms, start, room)
    const piece = atoms.slice(start, end)
    pieces.push(
      piece
        .map((atom) => atom.text)
        .join('')
        .trim(),
    )
    start = end === atoms.length ? end : repeatFrom(atoms, { start, end, overlap })
  }
  return pieces
}

/** As far as the room goes, or back to the best place to cut in the second half of that. */
function endOf(atoms: readonly Atom[], start: number, room: number): number {
  let cost = 0
  let end = start
  const best: Record<End, number> = { 0: 0, 1: 0, 2: 0 }
  for (; end < atoms.length; end += 1) {
    const atom = atoms[end]
    if (atom === undefined || cost + atom.cost > room) break
    cost += atom.cost
    if (cost >= room / 2) best[atom.end] = end + 1
  }
  if (end === atoms.length) return end
  return best[END.paragraph] || best[END.sentence] || Math.max(end, start + 1)
}

/** Where the next piece begins: at the last sentence of this one where that is short, else some words before its end. */
function repeatFrom(atoms: readonly Atom[], cut: { start: number; end: number; overlap: number }): number {
  let cost = 0
  let from = cut.end
  for (let at = cut.end - 1; at > cut.start; at -= 1) {
    const atom = atoms[at]
    if (atom === undefined || cost + atom.cost > cut.overlap) break
    cost += atom.cost
    from = at
    if ((atoms[at - 1]?.end ?? END.word) !== END.word) break
  }
  return from
}

/** No atom costs more than `most`: what is longer, such as a text without spaces, is cut between two characters. */
function atomsOf(text: string, most: number): Atom[] {
  const words = [...text.matchAll(/(\s*)(?:[^\s。！？]+[。！？]*|[。！？]+)/g)]
  return words.flatMap(([word, space = ''], index) => {
    const spaceBehind = words[index + 1]?.[1] ?? ''
    const end = endBehind(word, spaceBehind)
    if (wordpieces(word) <= most) return [{ text: word, cost: wordpieces(word), end }]
    return slicesOf(word.slice(space.length), most).map((slice, at, all) => ({
      text: at === 0 ? space + slice : slice,
      // Beside the next one it is a longer word again, of which each piece holds fewer letters.
      cost: wordpieces(slice) + 1,
      end: at === all.length - 1 ? end : END.word,
    }))
  })
}

function endBehind(word: string, space: string): End {
  if (/\n\s*\n/.test(space)) return END.paragraph
  return space.includes('\n') || /[.!?…。！？]["'”’»)\]]*$/.test(word) ? END.sentence : END.word
}

/** By characters, so that no surrogate pair is cut. A slice of so many costs no more than as many wordpieces. */
function slicesOf(word: string, most: number): string[] {
  const characters = [...word]
  const size = Math.max(1, Math.floor(most / 2))
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  )
}
