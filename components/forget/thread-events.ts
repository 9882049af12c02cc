const listeners = new Set<(sessionId: string | null) => void>()

/**
 * The messages of a session are others than they were: cleared, brought back, cut by a fresh start or joined
 * again. null: those of any session may be.
 */
export function announceThreadChanged(sessionId: string | null): void {
  for (const listener of [...listeners]) listener(sessionId)
}

/** For whoever shows messages: read them anew. Returns the function that ends listening. */
export function onThreadChanged(listener: (sessionId: string | null) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
