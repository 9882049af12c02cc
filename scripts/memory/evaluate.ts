import type { Embedder } from '../../lib/memory/index.ts'
import { bm25, type Corpus, countWords } from '../../lib/recall/bm25.ts'
import { type Gate, letIn } from '../../lib/recall/gate.ts'
import { cosine } from '../../lib/recall/in-memory-vectors.ts'
import { type Candidate, rankPassages } from '../../lib/recall/rank-passages.ts'
import { fuseRanks } from '../../lib/recall/reciprocal-rank-fusion.ts'
import { wordsOf } from '../../lib/recall/words.ts'
import type { Dataset } from './dataset.ts'
import { type Quality, qualityOf, recallAt } from './metrics.ts'

/** `people`: each question is asked of that person's exchanges; `pooled`: of all. */
export type Evaluation = {
  quality: { ranking: string; people: Quality; pooled: Quality }[]
  /** Of the default ranking behind its gate: recall among the first five, and how often small talk recalled anything. */
  gated: Record<'people' | 'pooled', { recall5: number; smallTalk: number }>
}

type Scored = Candidate & { id: string }

const RANKINGS: Record<string, (candidates: readonly Scored[]) => Scored[]> = {
  'text alone (BM25)': (candidates) => by(candidates, 'bm25'),
  'vectors alone (cosine)': (candidates) => by(candidates, 'cosine'),
  'reciprocal rank fusion': (candidates) => fuseRanks([by(candidates, 'cosine'), by(candidates, 'bm25')]),
  'meaning, words and neighbours': rankPassages,
}

const by = (candidates: readonly Scored[], key: 'bm25' | 'cosine') =>
  [...candidates].sort((a, b) => b[key] - a[key])

/** How well each ranking finds what answers the questions. `onProgress`: of the texts that are embedded. */
export async function evaluate(
  { exchanges, questions, smallTalk }: Dataset,
  embedder: Embedder,
  gate: Gate,
  onProgress: (done: number, all: number) => void,
): Promise<Evaluation> {
  const asked = [...questions.map(({ text }) => text), ...smallTalk]
  const vectors = await embedAll(embedder, [...exchanges.map(({ text }) => text), ...asked], onProgress)
  const queryVectors = new Map(asked.map((text, index) => [text, vectors[exchanges.length + index]]))
  const documents = exchanges.map(({ person, place, text }, index) => ({
    ...{ id: idOf(person, place), documentId: person, place },
    words: countWords(wordsOf(text)),
    vector: vectors[index] ?? new Float32Array(),
  }))

  const search = (query: string, among: typeof documents): Scored[] => {
    const corpus = corpusOf(among.map(({ words }) => words))
    const words = new Set(wordsOf(query))
    const vector = queryVectors.get(query) ?? new Float32Array()
    return among.map(({ id, documentId, place, ...document }) => ({
      ...{ id, documentId, place },
      cosine: cosine(vector, document.vector),
      bm25: bm25(words, document.words, corpus),
    }))
  }
  const of = (person: string) => documents.filter(({ documentId }) => documentId === person)
  const people = [...new Set(documents.map(({ documentId }) => documentId))]

  const judged = (rank: (candidates: readonly Scored[]) => Scored[], isPooled: boolean) =>
    questions.map(({ person, text, relevant }) => ({
      relevant: new Set(relevant.map((place) => idOf(person, place))),
      ranking: rank(search(text, isPooled ? documents : of(person))).map(({ id }) => id),
    }))
  const behindGate = (candidates: readonly Scored[]) => letIn(rankPassages(candidates), gate)
  const gated = (isPooled: boolean) => {
    const memories = isPooled ? [documents] : people.map(of)
    const tried = smallTalk.flatMap((text) => memories.map((among) => behindGate(search(text, among))))
    const found = judged(behindGate, isPooled)
    return {
      recall5: found.reduce((sum, each) => sum + recallAt(each, 5), 0) / found.length,
      smallTalk: tried.filter((passages) => passages.length > 0).length / Math.max(1, tried.length),
    }
  }
  return {
    quality: Object.entries(RANKINGS).map(([ranking, rank]) => ({
      ranking,
      people: qualityOf(judged(rank, false)),
      pooled: qualityOf(judged(rank, true)),
    })),
    gated: { people: gated(false), pooled: gated(true) },
  }
}

const idOf = (person: string, place: number) => `${place} ${person}`

/** Given to the embedder at a time, so that its progress can be told. */
const BATCH = 16

async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  onProgress: (done: number, all: number) => void,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  while (vectors.length < texts.length) {
    vectors.push(...(await embedder.embed(texts.slice(vectors.length, vectors.length + BATCH))))
    onProgress(vectors.length, texts.length)
  }
  return vectors
}

function corpusOf(documents: readonly ReturnType<typeof countWords>[]): Corpus {
  const holders = new Map<string, number>()
  for (const { counts } of documents)
    for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1)
  return {
    size: documents.length,
    meanLength: documents.reduce((sum, { length }) => sum + length, 0) / documents.length,
    holding: (word) => holders.get(word) ?? 0,
  }
}
