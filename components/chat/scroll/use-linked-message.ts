import { useEffect, useState } from 'react'

/** Behind a message, and the margin that a question's box stands out by. */
const WASHED = { backgroundColor: 'var(--accent-soft)', boxShadow: '0.75rem 0 var(--accent-soft)' }
const DRY = { backgroundColor: 'transparent', boxShadow: '0.75rem 0 transparent' }

/** The message that the address leads to; null: none. */
function messageInAddress(): string | null {
  const [, id = ''] = /^#m-(.+)$/.exec(window.location.hash) ?? []
  if (id === '') return null
  try {
    return decodeURIComponent(id)
  } catch (error) {
    // Typed by hand, it encodes nothing.
    if (error instanceof URIError) return null
    throw error
  }
}

/** Whoever came by keyboard goes on from there. No click is to give it the focus later. */
function focusOnce(row: HTMLElement): void {
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true })
}

type Options = {
  messages: readonly { id: string }[]
  /** Whether there are older ones that are not loaded. */
  earlier: boolean
  /** How many of the oldest are not drawn yet. */
  undrawn: number
  /** Never rejects; false: there are no more to be had. */
  loadEarlier: () => Promise<boolean>
  /** The end of the thread is not kept in view any longer. */
  leaveEnd: () => void
}

/** Leads to the message that the address names, loading what is older until it is there; one that is gone leads nowhere. */
export function useLinkedMessage({ messages, earlier, undrawn, loadEarlier, leaveEnd }: Options): void {
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setWanted(messageInAddress())
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])

  const at = messages.findIndex(({ id }) => id === wanted)
  const isDrawn = at >= undrawn
  const oldest = messages[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again when others are there, or drawn.
  useEffect(() => {
    if (wanted === null) return
    if (at < 0) {
      if (!earlier) return setWanted(null)
      void loadEarlier().then((more) => !more && setWanted(null))
      return
    }
    if (!isDrawn) return
    leaveEnd()
    const row = document.getElementById(`m-${wanted}`)
    row?.scrollIntoView({ block: 'start' })
    row?.animate([WASHED, DRY], 2_000)
    if (row) focusOnce(row)
    setWanted(null)
  }, [wanted, at < 0, isDrawn, oldest, earlier])
}
