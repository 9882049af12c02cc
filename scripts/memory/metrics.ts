/** How well rankings found what answers their questions; each is a mean over the questions, from 0 to 1. */
export type Quality = { recall: Record<number, number>; mrr: number; ndcg10: number }

/** `relevant`: what answers; `ranking`: what was found, the best first. */
export type Judged<T> = { relevant: ReadonlySet<T>; ranking: readonly T[] }

export const CUTS = [1, 3, 5, 10]

export function qualityOf<T>(questions: readonly Judged<T>[]): Quality {
  const mean = (of: (judged: Judged<T>) => number) =>
    questions.reduce((sum, judged) => sum + of(judged), 0) / questions.length
  return {
    recall: Object.fromEntries(CUTS.map((cut) => [cut, mean((judged) => recallAt(judged, cut))])),
    mrr: mean(reciprocalRank),
    ndcg10: mean((judged) => ndcg(judged, 10)),
  }
}

/** The share of what answers that is among the first. */
export const recallAt = <T>({ relevant, ranking }: Judged<T>, cut: number): number =>
  ranking.slice(0, cut).filter((each) => relevant.has(each)).length / relevant.size

/** Of the first that answers; 0 where none is found. */
export function reciprocalRank<T>({ relevant, ranking }: Judged<T>): number {
  const place = ranking.findIndex((each) => relevant.has(each))
  return place === -1 ? 0 : 1 / (place + 1)
}

/** Discounted gain against that of the best order, after Järvelin and Kekäläinen (2002), with gains of 0 and 1. */
export function ndcg<T>({ relevant, ranking }: Judged<T>, cut: number): number {
  const discount = (place: number) => 1 / Math.log2(place + 2)
  const gain = ranking
    .slice(0, cut)
    .reduce((sum, each, place) => (relevant.has(each) ? sum + discount(place) : sum), 0)
  const best = Array.from({ length: Math.min(cut, relevant.size) }, (_, place) => discount(place))
  return gain / best.reduce((sum, each) => sum + each, 0)
}
