import type { Gate } from './gate.ts'

/** Of models of which nothing is known. */
const CAREFUL: Gate = { alone: 0.7, withWords: 0.7, each: 0.7 }

/**
 * By what others measured of OpenAI's third generation: a question that fits a text is about 0.44 near to it, and one
 * that does not 0.08 (https://afurmanov.com/chunk-size-embedding-similarity); 0.45 is what similar things begin at
 * (https://www.s-anand.net/blog/embeddings-similarity-threshold/).
 */
const THIRD_GENERATION: Gate = { alone: 0.45, withWords: 0.35, each: 0.2 }

/** What the cosines of an embedding model have to be, by the name that its server gives it. */
export const modelGate = (model: string): Gate =>
  /(^|\/)text-embedding-3-(small|large)$/.test(model) ? THIRD_GENERATION : CAREFUL
