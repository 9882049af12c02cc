import type { RecallIndex } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { exchangePlaces } from './exchange-places.ts'
import { createNearbyVectors } from './nearby-vectors.ts'
import { createTermStore } from './term-store.ts'
import { createVectorStore } from './vector-store.ts'

export function createRecallIndex(database: Database): RecallIndex {
  const nearby = database.dialect === 'postgres' ? createNearbyVectors(database) : null
  return {
    vectors: (scope, model) => createVectorStore(database, nearby, scope, model),
    terms: (scope) => createTermStore(database, scope),
    places: (scope, ids) => exchangePlaces(database, scope, ids),
  }
}
