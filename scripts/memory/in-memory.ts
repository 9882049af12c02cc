import type { Embedder } from '../../lib/memory/index.ts'
import { inMemoryTexts } from '../../lib/recall/in-memory-texts.ts'
import { inMemoryVectors } from '../../lib/recall/in-memory-vectors.ts'
import type { Exchange } from './dataset.ts'
import { idOf, type StoredMemory } from './evaluate.ts'

/** Given to the embedder at a time, so that its progress can be told. */
const BATCH = 16

/** Of each text. `onProgress`: of the texts that are embedded. */
export async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  onProgress: (done: number, all: number) => void,
): Promise<Map<string, Float32Array>> {
  const all = [...new Set(texts)]
  const vectors = new Map<string, Float32Array>()
  while (vectors.size < all.length) {
    const batch = all.slice(vectors.size, vectors.size + BATCH)
    const made = await embedder.embed(batch)
    for (const [place, text] of batch.entries()) {
      const vector = made[place]
      if (!vector) throw new Error('The embedding model gave no vector.')
      vectors.set(text, vector)
    }
    onProgress(vectors.size, all.length)
  }
  return vectors
}

/** Of each person, and for null of all together. */
export async function memoriesOf(
  exchanges: readonly Exchange[],
  vectors: ReadonlyMap<string, Float32Array>,
): Promise<(person: string | null) => StoredMemory> {
  const people = new Set(exchanges.map(({ person }) => person))
  const memories = new Map<string | null, StoredMemory>([[null, await inMemory(exchanges, vectors)]])
  for (const person of people) {
    const own = exchanges.filter((exchange) => exchange.person === person)
    memories.set(person, await inMemory(own, vectors))
  }
  return (person) => {
    const memory = memories.get(person)
    if (!memory) throw new Error(`Nobody is called ${person}.`)
    return memory
  }
}

/** In the stores of this process. */
async function inMemory(
  exchanges: readonly Exchange[],
  vectors: ReadonlyMap<string, Float32Array>,
): Promise<StoredMemory> {
  const stores = { vectors: inMemoryVectors(), texts: inMemoryTexts() }
  const chunks = exchanges.map(({ person, place, text }) => ({
    ...{ text, documentId: idOf(person, place), chunkIndex: 0 },
    embedding: vectors.get(text) ?? new Float32Array(),
  }))
  await Promise.all([stores.vectors.add(chunks), stores.texts.add(chunks)])
  const places = placesOf(exchanges)
  return { ...stores, places: async (ids) => new Map(ids.flatMap((id) => places.get(id) ?? []).map(byId)) }
}

const byId = <P extends { id: string }>(place: P): [string, P] => [place.id, place]

/** A person's exchanges follow each other as one conversation. */
function placesOf(exchanges: readonly Exchange[]) {
  const known = new Set(exchanges.map(({ person, place }) => idOf(person, place)))
  const ifKnown = (id: string) => (known.has(id) ? id : null)
  return new Map(
    exchanges
      .map(({ person, place }) => ({
        ...{ id: idOf(person, place), sessionId: person, seq: place, answerId: null, saidAt: new Date(0) },
        before: ifKnown(idOf(person, place - 1)),
        behind: ifKnown(idOf(person, place + 1)),
      }))
      .map(byId),
  )
}
