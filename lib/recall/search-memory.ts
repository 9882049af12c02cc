import type { Found, TextIndex, VectorStore } from '../memory/index.ts'
import type { ExchangePlace } from '../ports/recall-index.ts'
import { type Compared, comparePassages } from './compare-passages.ts'
import { rankPassages } from './rank-passages.ts'

/** How many each of the two searches gives. What both miss is seen where it stands beside something found. */
const BREADTH = 60

/** Of so few documents all chunks are wanted: no number of them is too high. */
const ALL_CHUNKS = 100_000

/** `text`: of its chunk that fits best; undefined: it has none yet. */
export type Searched = ExchangePlace &
  Compared & { cosine: number | null; bm25: number; score: number; text: string | undefined }

export type Memory = {
  /** null: there are none to compare with. */
  vectors: Pick<VectorStore, 'search'> | null
  texts: Pick<TextIndex, 'search'>
  /** Of these those that may be seen. */
  places(ids: readonly string[]): Promise<ReadonlyMap<string, ExchangePlace>>
}

type Question = { text: string; vector: Float32Array | null; signal?: AbortSignal | undefined }

/** What may bear on a question, the best first, whether or not it does: what is let in is another's to say. */
export async function searchMemory(memory: Memory, question: Question): Promise<Searched[]> {
  const cosines = scores()
  const words = scores()
  const search = (among?: readonly string[]) =>
    Promise.all([byMeaning(memory, question, cosines, among), byWords(memory, question, words, among)])

  await search()
  const found = await memory.places([...new Set([...cosines.keys(), ...words.keys()])])
  const beside = [...found.values()].flatMap(({ before, behind }) => [before, behind])
  const unseen = [...new Set(beside)].flatMap((id) => (id === null || found.has(id) ? [] : [id]))
  const places = new Map([...found, ...(unseen.length > 0 ? await memory.places(unseen) : [])])
  const unscored = [...places.keys()].filter((id) => !cosines.has(id) || !words.has(id))
  if (unscored.length > 0) await search(unscored)

  const ranked = rankPassages(
    [...places.values()].map((place) => ({
      ...place,
      cosine: cosines.get(place.id)?.score ?? null,
      bm25: words.get(place.id)?.score ?? 0,
      text: (words.get(place.id) ?? cosines.get(place.id))?.chunk.text,
    })),
  )
  return comparePassages(ranked, question.text)
}

/** Of each document the chunk that fits best. */
const scores = () => new Map<string, Found>()

function keepBest(best: Map<string, Found>, found: readonly Found[]): void {
  for (const each of found) {
    const { documentId } = each.chunk
    if (each.score > (best.get(documentId)?.score ?? Number.NEGATIVE_INFINITY)) best.set(documentId, each)
  }
}

async function byMeaning(
  { vectors }: Memory,
  { vector, signal }: Question,
  best: Map<string, Found>,
  among?: readonly string[],
): Promise<void> {
  if (vectors === null || vector === null) return
  keepBest(best, await vectors.search(vector, { ...breadthOf(among), ...(signal ? { signal } : {}) }))
}

async function byWords(
  { texts }: Memory,
  { text, signal }: Question,
  best: Map<string, Found>,
  among?: readonly string[],
): Promise<void> {
  keepBest(best, await texts.search(text, { ...breadthOf(among), ...(signal ? { signal } : {}) }))
}

const breadthOf = (among?: readonly string[]) => (among ? { topK: ALL_CHUNKS, among } : { topK: BREADTH })
