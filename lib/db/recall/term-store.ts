import type { RecallScope, TermStore } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import { shortened } from './holding-terms.ts'
import { matchingTerms } from './matching-terms.ts'
import { storeChunks } from './store-chunks.ts'
import { figuresOf } from './term-figures.ts'

export const createTermStore = (database: Database, scope: RecallScope): TermStore => ({
  add: (chunks) =>
    storeChunks(
      database,
      scope.owner,
      chunks.map(({ documentId, chunkIndex, text, terms }) => {
        const held = terms.split(' ').filter(Boolean).map(shortened)
        const stored = { terms: held.join(' '), termCount: held.length }
        return { exchangeId: documentId, index: chunkIndex, text, ...stored }
      }),
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
