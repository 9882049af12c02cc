/** How many chunks hold a term. */
export type Held = readonly [term: string, holders: number]

/** Of terms, the rarest first, as many as lead to no more than `most` chunks together. */
export function rarest(byRarity: readonly Held[], most: number): Held[] {
  let sum = 0
  const end = byRarity.findIndex(([, holders]) => {
    sum += holders
    return sum > most
  })
  return byRarity.slice(0, end < 0 ? undefined : end)
}
