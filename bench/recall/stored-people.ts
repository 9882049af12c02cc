import type { Database } from '../../lib/db/client.ts'
import { createRecallIndex } from '../../lib/db/recall/recall-index.ts'
import type { RecallScope } from '../../lib/ports/recall-index.ts'
import { storedTexts } from '../../lib/recall/stored-texts.ts'
import type { Exchange } from '../../scripts/memory/dataset.ts'
import { idOf, type StoredMemory } from '../../scripts/memory/evaluate.ts'

export const OWNER = 'owner'

/** One session for each person, of an owner who sees all. */
const scopeOf = (person: string | null): RecallScope => ({
  ...{ owner: OWNER, sessionId: person, fromSeq: 0 },
  from: person === null ? 'all' : 'session',
})

/** What people said, in the stores that ship: for each person, and for null of all together. */
export async function storedPeople(
  database: Database,
  exchanges: readonly Exchange[],
  vectors: ReadonlyMap<string, Float32Array>,
): Promise<(person: string | null) => StoredMemory> {
  await storeSaid(database, exchanges)
  const index = createRecallIndex(database)
  const model = { model: 'evaluated', dimensions: [...vectors.values()][0]?.length ?? 0 }
  const chunks = exchanges.map(({ person, place, text }) => ({
    ...{ text, documentId: idOf(person, place), chunkIndex: 0 },
    embedding: vectors.get(text) ?? new Float32Array(),
  }))
  await storedTexts(index.terms(scopeOf(null))).add(chunks)
  await index.vectors(scopeOf(null), model).add(chunks)
  return (person) => {
    const scope = scopeOf(person)
    return {
      vectors: index.vectors(scope, model),
      texts: storedTexts(index.terms(scope)),
      places: (ids) => index.places(scope, ids),
    }
  }
}

/** Sessions, questions and exchanges that wait for their texts. */
export async function storeSaid({ write }: Database, exchanges: readonly Exchange[]): Promise<void> {
  const at = new Date(0)
  const people = [...new Set(exchanges.map(({ person }) => person))]
  const rows = exchanges.map(({ person, place, text }) => ({
    ...{ id: idOf(person, place), owner: OWNER, sessionId: person, seq: 2 * place, text },
  }))
  await write(async (tx) => {
    const times = { createdAt: at, lastActiveAt: at }
    await tx.session.createMany({ data: people.map((id) => ({ id, owner: OWNER, title: id, ...times })) })
    await tx.message.createMany({
      data: rows.map((row) => ({
        ...row,
        ...{ role: 'user', parts: [], createdAt: at, tokensCl100k: 1, tokensO200k: 1 },
      })),
    })
    await tx.exchange.createMany({ data: rows.map(({ text: _, ...row }) => ({ ...row, saidAt: at })) })
  })
}
