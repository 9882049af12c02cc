import type { TextIndex, VectorStore } from '../../lib/memory/index.ts'
import { type Gate, judge } from '../../lib/recall/gate.ts'
import { fuseRanks } from '../../lib/recall/reciprocal-rank-fusion.ts'
import { type Memory, searchMemory } from '../../lib/recall/search-memory.ts'
import type { Dataset } from './dataset.ts'
import { type Quality, qualityOf, recallAt } from './metrics.ts'

/** `people`: each question is asked of that person's exchanges; `pooled`: of all. */
export type Evaluation = {
  quality: { ranking: string; people: Quality; pooled: Quality }[]
  /** Of the default ranking behind its gate: recall among the first five, and how often small talk recalled anything. */
  gated: Record<'people' | 'pooled', { recall5: number; smallTalk: number }>
}

/** A memory whose stores can also be asked alone. */
export type StoredMemory = Memory & { vectors: Pick<VectorStore, 'search'>; texts: Pick<TextIndex, 'search'> }

type Tried = {
  dataset: Dataset
  /** Of every question, and of all small talk. */
  vectors: ReadonlyMap<string, Float32Array>
  /** null: of all people. The ids of its documents are those of `idOf`. */
  memoryOf(person: string | null): StoredMemory
  gate: Gate
}

type Ask = (memory: StoredMemory, text: string) => Promise<string[]>

/** As far down as a ranking is judged. */
const DEPTH = 10

export const idOf = (person: string, place: number) => `${place} ${person}`

/** How well each ranking finds what answers the questions. */
export async function evaluate({ dataset, vectors, memoryOf, gate }: Tried): Promise<Evaluation> {
  const { exchanges, questions, smallTalk } = dataset
  const people = [...new Set(exchanges.map(({ person }) => person))]
  const vectorOf = (text: string) => vectors.get(text) ?? new Float32Array()
  const found = (memory: StoredMemory, text: string) => searchMemory(memory, { text, vector: vectorOf(text) })

  const byWords: Ask = async ({ texts }, text) => documentsOf(await texts.search(text, { topK: DEPTH }))
  const byMeaning: Ask = async ({ vectors: store }, text) =>
    documentsOf(await store.search(vectorOf(text), { topK: DEPTH }))
  const rankings: Record<string, Ask> = {
    'text alone (BM25)': byWords,
    'vectors alone (cosine)': byMeaning,
    'reciprocal rank fusion': async (memory, text) =>
      fuseRanks([await byMeaning(memory, text), await byWords(memory, text)]),
    'meaning, words and neighbours': async (memory, text) => idsOf(await found(memory, text)),
  }
  const behindGate: Ask = async (memory, text) =>
    idsOf(judge(await found(memory, text), gate).filter(({ rule }) => rule !== null))

  const judged = async (ask: Ask, isPooled: boolean) => {
    const all = []
    for (const { person, text, relevant } of questions) {
      const ranking = await ask(memoryOf(isPooled ? null : person), text)
      all.push({ relevant: new Set(relevant.map((place) => idOf(person, place))), ranking })
    }
    return all
  }
  const gated = async (isPooled: boolean) => {
    const answered = await judged(behindGate, isPooled)
    let recalled = 0
    const memories = (isPooled ? [null] : people).map(memoryOf)
    for (const text of smallTalk)
      for (const memory of memories) if ((await behindGate(memory, text)).length > 0) recalled += 1
    return {
      recall5: answered.reduce((sum, each) => sum + recallAt(each, 5), 0) / answered.length,
      smallTalk: recalled / Math.max(1, smallTalk.length * memories.length),
    }
  }

  const quality = []
  for (const [ranking, ask] of Object.entries(rankings))
    quality.push({
      ranking,
      people: qualityOf(await judged(ask, false)),
      pooled: qualityOf(await judged(ask, true)),
    })
  return { quality, gated: { people: await gated(false), pooled: await gated(true) } }
}

const idsOf = (ranked: readonly { id: string }[]) => ranked.map(({ id }) => id)

/** Each once, by its best chunk. */
const documentsOf = (found: readonly { chunk: { documentId: string } }[]) => [
  ...new Set(found.map(({ chunk }) => chunk.documentId)),
]
