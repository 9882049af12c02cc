import { join } from 'node:path'
import { openDatabase } from '../lib/db/client.ts'
import { startOwnPostgres } from '../lib/db/testing/postgres-server.ts'
import { createTestDatabase } from '../lib/db/testing/test-database.ts'
import { createMinilmEmbedder, MINILM_GATE } from '../lib/recall/minilm/minilm-embedder.ts'
import { type Dataset, readDataset } from '../scripts/memory/dataset.ts'
import { type Evaluation, evaluate } from '../scripts/memory/evaluate.ts'
import { embedAll } from '../scripts/memory/in-memory.ts'
import { storedPeople } from './recall/stored-people.ts'
import type { Result } from './result.ts'

const OURS = 'meaning, words and neighbours'

/** How well what was said is found, by the rankings, through the stores that ship. */
export default async function recallQuality(): Promise<Result[]> {
  const dataset = await readDataset(join(import.meta.dirname, 'memorybank'))
  const vectors = await vectorsOf(dataset)
  const postgres = await startOwnPostgres(process.env)
  try {
    const results: Result[] = []
    for (const dialect of ['sqlite', 'postgres'] as const) {
      const made = await createTestDatabase(dialect, postgres.url)
      const database = await openDatabase(made.url)
      try {
        const memoryOf = await storedPeople(database, dataset.exchanges, vectors)
        results.push(...resultsOf(dialect, await evaluate({ dataset, vectors, memoryOf, gate: MINILM_GATE })))
      } finally {
        await database.close()
        await made.remove()
      }
    }
    return results
  } finally {
    await postgres.stop()
  }
}

async function vectorsOf({ exchanges, questions, smallTalk }: Dataset) {
  const embedder = createMinilmEmbedder()
  const texts = [...exchanges.map(({ text }) => text), ...questions.map(({ text }) => text), ...smallTalk]
  try {
    return await embedAll(embedder, texts, () => undefined)
  } finally {
    await embedder.close()
  }
}

function resultsOf(dialect: string, { quality, gated }: Evaluation): Result[] {
  const lines = { people: { atLeast: 0.92 }, pooled: { atLeast: 0.66 } }
  const ranked = (['people', 'pooled'] as const).flatMap((which) =>
    quality.map(({ ranking, [which]: { recall, mrr, ndcg10 } }) => ({
      row: 'recall',
      work: `${dialect}, ${which}: ${ranking}`,
      medians: [
        ...Object.entries(recall).map(([cut, share]) => `@${cut} ${percent(share)}`),
        `MRR ${mrr.toFixed(3)}`,
        `nDCG@10 ${ndcg10.toFixed(3)}`,
      ],
      ratio: recall[5] ?? null,
      floor: ranking === OURS ? lines[which] : null,
      aim: null,
    })),
  )
  const behindGate = (['people', 'pooled'] as const).flatMap((which) => [
    {
      ...{ row: 'recall', work: `${dialect}, ${which}: recall@5 behind the gate`, medians: [] },
      ratio: gated[which].recall5,
      floor: which === 'people' ? { atLeast: 0.88 } : null,
      aim: null,
    },
    {
      ...{ row: 'recall', work: `${dialect}, ${which}: small talk that recalls something`, medians: [] },
      ratio: gated[which].smallTalk,
      floor: { atMost: 0.1 },
      aim: null,
    },
  ])
  return [...ranked, ...behindGate]
}

const percent = (share: number) => (100 * share).toFixed(1)
