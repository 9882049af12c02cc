import type { RecallScope, TermStore } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { matchingTerms } from './matching-terms.ts'
import { storeChunks } from './store-chunks.ts'
import { storedTerms } from './stored-terms.ts'
import { figuresOf } from './term-figures.ts'

export const createTermStore = (database: Database, scope: RecallScope): TermStore => ({
  add: (chunks) =>
    storeChunks(
      database,
      scope.owner,
      chunks.map(({ documentId, chunkIndex, text, terms }) => ({
        ...{ exchangeId: documentId, index: chunkIndex, text },
        ...storedTerms(terms.split(' ').filter(Boolean)),
      })),
    ),

  async matching(terms, { signal, ...options }) {
    signal?.throwIfAborted()
    return matchingTerms(database, scope, terms, options)
  },

  async figures(terms, { signal } = {}) {
    signal?.throwIfAborted()
    return figuresOf(database, scope, [...new Set(terms)])
  },
})
