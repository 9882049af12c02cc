export type FrameBatch<Item> = {
  add(item: Item): void
  /** Delivers what waits, now. */
  flush(): void
}

/** In a hidden page no frame comes; its title and marks should still follow. In ms. */
const HIDDEN_INTERVAL = 250

/** Collects items and delivers them together, at most once a frame of the screen. */
export function frameBatch<Item>(deliver: (items: Item[]) => void): FrameBatch<Item> {
  const waiting: Item[] = []
  let cancel: (() => void) | null = null

  const flush = () => {
    cancel?.()
    cancel = null
    if (waiting.length > 0) deliver(waiting.splice(0))
  }
  const schedule = () => {
    if (document.hidden) {
      const timer = setTimeout(flush, HIDDEN_INTERVAL)
      return () => clearTimeout(timer)
    }
    const frame = requestAnimationFrame(flush)
    // A page that is hidden before its frame comes would hold the text back.
    document.addEventListener('visibilitychange', flush, { once: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('visibilitychange', flush)
    }
  }
  return {
    add(item) {
      waiting.push(item)
      cancel ??= schedule()
    },
    flush,
  }
}
