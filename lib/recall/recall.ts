import type { Embedder, TextIndex } from '../memory/index.ts'
import type { Recall, RecalledExchanges } from '../ports/recall.ts'
import type { RecallIndex, RecallScope, TermStore } from '../ports/recall-index.ts'
import { wordsOfChunk } from './chunks.ts'
import { type Gate, judge } from './gate.ts'
import { gistOf } from './gist.ts'
import { createQuestionVectors } from './question-vectors.ts'
import { searchMemory } from './search-memory.ts'

type Deps = {
  index: RecallIndex
  embedder: Embedder
  gate: Gate
  textsOf(terms: TermStore): TextIndex
  /** How long a question may take to get its vector, in milliseconds. */
  withinMs: number
}

/** Recall over what is stored: by meaning and words, and by words alone while the embedder fails. */
export function createRecall({ index, embedder, gate, textsOf, withinMs }: Deps): Recall {
  const vectorOf = createQuestionVectors({ embedder, withinMs })

  return {
    ask(message, { signal } = {}) {
      const { words, meaning } = gistOf(message)
      const embedded = vectorOf(meaning, signal)
      return {
        async search(scope: RecallScope, { minScore }): Promise<RecalledExchanges> {
          const { vector, failure } = await embedded
          signal?.throwIfAborted()
          const { model } = embedder
          const found = await searchMemory(
            {
              vectors: vector && index.vectors(scope, { model, dimensions: vector.length }),
              texts: textsOf(index.terms(scope)),
              places: (ids) => index.places(scope, ids),
            },
            { text: words, vector, signal },
          )
          const exchanges = judge(found, gate, minScore).map(
            ({ id, sessionId, seq, answerId, saidAt, score, cosine, bm25, told, text, rule }) => ({
              ...{ id, sessionId, seq, answerId, saidAt, score, cosine },
              words: bm25,
              told,
              foundBy: text === undefined ? null : wordsOfChunk(text),
              rule,
            }),
          )
          return { exchanges, by: vector ? 'meaning-and-words' : 'words', model, failure }
        },
      }
    },
  }
}
