/** Calls back once, after so many ms; returns what calls it off. */
export function later(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
