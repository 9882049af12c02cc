/** What keeps the first few ranks from counting for everything: the usual value. */
const K = 60

/**
 * One ranking made of several, the best first: each gives a place 1 / (60 + rank). Scores are not compared, which is all
 * that can be said where one of them is opaque. After Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion Outperforms
 * Condorcet and Individual Rank Learning Methods" (2009).
 */
export function fuseRanks<T>(rankings: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>()
  for (const ranking of rankings)
    for (const [place, each] of ranking.entries())
      scores.set(each, (scores.get(each) ?? 0) + 1 / (K + place + 1))
  return [...scores].sort(([, a], [, b]) => b - a).map(([each]) => each)
}
