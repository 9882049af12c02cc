/** What may be recalled, as the two searches see it. `before` and `behind`: what stands beside it in its conversation. */
export type Candidate = {
  id: string
  before: string | null
  behind: string | null
  /** null: it has no vector yet. */
  cosine: number | null
  bm25: number
}

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
  for (const { id, cosine, bm25 } of candidates)
    alone.set(id, COSINE * (cosine ?? 0) + (most > 0 ? (WORDS * bm25) / most : 0))
  const lent = (id: string | null) => (id === null ? 0 : (alone.get(id) ?? 0))
  return candidates
    .map((candidate) => {
      const beside = Math.max(BEFORE * lent(candidate.before), BEHIND * lent(candidate.behind))
      return { ...candidate, score: lent(candidate.id) + beside }
    })
    .sort((a, b) => b.score - a.score)
}
