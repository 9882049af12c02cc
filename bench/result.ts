export type Bound = { atMost: number } | { atLeast: number }

/** One line of the table. */
export type Result = {
  /** Of the table of ratios to reach: `1a`, `2`. */
  row: string
  work: string
  /** The medians behind the ratio, ready to be read: `ours 4.1 ms`. */
  medians: string[]
  /** What floor and aim are about; null where it could not be had, for a reason that `medians` names. */
  ratio: number | null
  /** Must hold; null for a line that is there to be read only. */
  floor: Bound | null
  /** What we want. */
  aim: Bound | null
}

/** Default export of every `*.bench.ts`: measures and says what came out. */
export type Bench = () => Promise<Result[]>

export function holds(ratio: number, bound: Bound): boolean {
  return 'atMost' in bound ? ratio <= bound.atMost : ratio >= bound.atLeast
}

export function verdict({ ratio, floor, aim }: Result): 'aim' | 'floor' | 'MISSED' | '' {
  if (ratio === null || floor === null) return ''
  if (aim && holds(ratio, aim)) return 'aim'
  return holds(ratio, floor) ? 'floor' : 'MISSED'
}
