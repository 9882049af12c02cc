import type { VectorStore } from '../../memory/recall-ports.ts'
import type { RecallScope, VectorModel } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { exactlyNearest } from './exact-vectors.ts'
import { foundChunks } from './found-chunks.ts'
import type { NearbyVectors } from './nearby-vectors.ts'
import { normalised, packed } from './packed-vector.ts'
import { storeChunks } from './store-chunks.ts'

/** `nearby`: the index of Postgres' extension, where there is one. */
export const createVectorStore = (
  database: Database,
  nearby: NearbyVectors | null,
  scope: RecallScope,
  { model, dimensions }: VectorModel,
): VectorStore => ({
  scoreScale: 'similarity',

  async add(chunks, { signal } = {}) {
    signal?.throwIfAborted()
    const vectors = chunks.map(({ embedding }) => normalised(embedding))
    const rows = chunks.map(({ documentId, chunkIndex, text }, place) => ({
      exchangeId: documentId,
      index: chunkIndex,
      text,
      model,
      vector: packed(vectors[place] ?? new Float32Array()),
    }))
    await nearby?.prepare(dimensions)
    await storeChunks(database, scope.owner, rows, async (tx, keys) => nearby?.store(tx, keys, vectors))
  },

  async search(vector, { topK, among, signal }) {
    signal?.throwIfAborted()
    if (vector.length !== dimensions || topK < 1 || among?.length === 0) return []
    const asked = { scope, model, vector: normalised(vector), limit: topK, among }
    const nearest = await nearby?.nearest(asked)
    signal?.throwIfAborted()
    return nearest ? foundChunks(database, scope, nearest) : exactlyNearest(database, asked)
  },

  count: (documentId) =>
    database.read((db) =>
      db.exchangeChunk.count({ where: { exchangeId: documentId, model, exchange: { owner: scope.owner } } }),
    ),
})
