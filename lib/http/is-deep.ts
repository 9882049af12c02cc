/** Whether what JSON came to is nested deeper than so many levels. Without recursion, which would be cut short itself. */
export function isDeep(json: unknown, levels: number): boolean {
  let level: unknown[] = [json]
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
    if (level.length === 0) return false
  }
  return true
}
