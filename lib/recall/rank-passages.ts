/** What may be recalled, as the two searches see it: `place` counts within its document. */
export type Candidate = { documentId: string; place: number; cosine: number; bm25: number }

/** Of meaning against words, and of what stands before and behind. Measured: see docs/decisions/recall-ranking.md. */
const COSINE = 0.6
const WORDS = 0.4
const BEFORE = 0.4
const BEHIND = 0.2

/**
 * Candidates by how well they fit, the best first: by meaning and by words, the latter against the best of them, and by
 * what stands beside each, as what is asked for is often told over several exchanges: more by the one before, which
 * names what is gone on about.
 */
export function rankPassages<C extends Candidate>(candidates: readonly C[]): (C & { score: number })[] {
  const most = candidates.reduce((best, { bm25 }) => Math.max(best, bm25), 0)
  const alone = new Map<string, number>()
  for (const candidate of candidates)
    alone.set(key(candidate), COSINE * candidate.cosine + (most > 0 ? (WORDS * candidate.bm25) / most : 0))
  return candidates
    .map((candidate) => {
      const beside = (step: number) => alone.get(key({ ...candidate, place: candidate.place + step })) ?? 0
      const lent = Math.max(BEFORE * beside(-1), BEHIND * beside(1))
      return { ...candidate, score: (alone.get(key(candidate)) ?? 0) + lent }
    })
    .sort((a, b) => b.score - a.score)
}

const key = ({ documentId, place }: Pick<Candidate, 'documentId' | 'place'>) => `${place} ${documentId}`
