import type { Candidate } from './rank-passages.ts'

/**
 * What an embedding model's cosines have to be. `open`: of the best of all, or nothing is let in, so that small talk
 * recalls nothing. `each`: of each that is let in then. Thresholds do not carry over from one model to another.
 */
export type Gate = { open: number; each: number }

/** Those of the ranked that are let in, in their order. */
export function letIn<C extends Pick<Candidate, 'cosine'>>(ranked: readonly C[], { open, each }: Gate): C[] {
  return ranked.some(({ cosine }) => cosine >= open) ? ranked.filter(({ cosine }) => cosine >= each) : []
}
