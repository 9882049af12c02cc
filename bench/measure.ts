/** What is timed against each other, by name. A case may give a promise; its result is thrown away. */
type Cases<Name extends string> = Record<Name, () => unknown>

type MeasureOptions = {
  /** Timed rounds. */
  rounds?: number
  /** Rounds before those, for the compiler and the caches. */
  warmUps?: number
}

/**
 * The median milliseconds of every case. Each round runs every case once, and each begins with another, so that
 * whatever else the machine does meets all of them alike: compare the numbers of one call only.
 */
export async function measure<Name extends string>(
  cases: Cases<Name>,
  { rounds = 15, warmUps = 3 }: MeasureOptions = {},
): Promise<Record<Name, number>> {
  const names = Object.keys(cases) as Name[]
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of rotated(names, round)) {
      globalThis.gc?.()
      const start = performance.now()
      await cases[name]()
      const took = performance.now() - start
      if (round >= 0) times.get(name)?.push(took)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<
    Name,
    number
  >
}

/** The middle of the numbers, or of an even count the mean of the two in the middle; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const above = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const below = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  return (above + below) / 2
}

/**
 * The exponent b of t = a · n^b that fits the points best: 0 for what does not grow, 1 for linear, 2 for quadratic.
 */
export function exponent(points: readonly { n: number; ms: number }[]): number {
  const xs = points.map(({ n }) => Math.log(n))
  const ys = points.map(({ ms }) => Math.log(ms))
  const meanX = mean(xs)
  const meanY = mean(ys)
  const covariance = xs.reduce((sum, x, i) => sum + (x - meanX) * ((ys[i] ?? Number.NaN) - meanY), 0)
  return covariance / xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0)
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const first = ((by % items.length) + items.length) % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}
