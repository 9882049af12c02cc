/** What may be recalled, as the two searches see it: `place` counts within its document. */
export type Candidate = { documentId: string; place: number; cosine: number; bm25: number }

/** Of meaning against words, and of what stands beside: measured, see docs/decisions. */
const COSINE = 0.6
const WORDS = 0.4
const NEIGHBOUR = 0.3

/**
 * Candidates by how well they fit, the best first: by meaning and by words, the latter against the best of them, and by
 * the better of the two that stand beside each, as what is asked for is often told over several exchanges.
 */
export function rankPassages<C extends Candidate>(candidates: readonly C[]): (C & { score: number })[] {
  const most = candidates.reduce((best, { bm25 }) => Math.max(best, bm25), 0)
  const alone = new Map<string, number>()
  for (const candidate of candidates)
    alone.set(key(candidate), COSINE * candidate.cosine + (most > 0 ? (WORDS * candidate.bm25) / most : 0))
  return candidates
    .map((candidate) => {
      const beside = [-1, 1].map(
        (step) => alone.get(key({ ...candidate, place: candidate.place + step })) ?? 0,
      )
      return { ...candidate, score: (alone.get(key(candidate)) ?? 0) + NEIGHBOUR * Math.max(...beside) }
    })
    .sort((a, b) => b.score - a.score)
}

const key = ({ documentId, place }: Pick<Candidate, 'documentId' | 'place'>) => `${place} ${documentId}`
