import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { searchMemory } from '@/components/api/memory'
import { onSessionNews } from '@/components/sessions/session-news'
import { later } from '@/components/ui/later'
import type { MemoryPage } from '@/lib/schemas/recall'
import type { AskedMemory } from './asked-memory'

/** How long typing must rest, in ms: a search compares meanings, which takes a while. */
const REST = 250

const PAGE = 30
/** The longest page there is. */
const MOST = 100

type Sought = Omit<AskedMemory, 'text'> & { query: string }

/** What was asked, and what came. */
export type FoundMemory = MemoryPage & Sought

/**
 * What is remembered, or what of it fits the text. What was found before stays until the next is there, and is read
 * again, as far as it was, when something was forgotten or indexed. `revision`: another one when there is something new
 * to be seen; null: not known yet.
 */
export function useMemorySearch({ text, sessionId, from, to }: AskedMemory, revision: string | null) {
  const sought: Sought = { query: text.trim(), sessionId, from, to }
  const key = keyOf(sought)
  const [found, setFound] = useState<FoundMemory | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [extending, setExtending] = useState(false)
  const current = useRef<FoundMemory | null>(null)
  const lookAgain = useRef<() => Promise<void>>(null)
  const known = useRef<string | null>(null)
  const isOf = (page: FoundMemory | null) => page !== null && keyOf(page) === key

  const show = (page: FoundMemory) => {
    current.current = page
    setFound(page)
    setFailure(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what is sought.
  useEffect(() => {
    const abort = new AbortController()
    const look = async () => {
      callOff()
      const seen = isOf(current.current) ? (current.current?.items.length ?? 0) : 0
      const limit = Math.min(MOST, Math.max(PAGE, seen))
      try {
        const page = await searchMemory({ ...sought, limit }, { signal: abort.signal })
        if (!abort.signal.aborted) show({ ...page, ...sought })
      } catch (error) {
        if (!abort.signal.aborted) setFailure(sentenceOf(error))
      }
    }
    const before = current.current
    const callOff = later(() => void look(), before !== null && isTyped(before, sought) ? REST : 0)
    lookAgain.current = look
    const leaveNews = onSessionNews(() => void look())
    return () => {
      callOff()
      leaveNews()
      abort.abort()
    }
  }, [key])

  // What was known first is what the first look sees.
  useEffect(() => {
    if (known.current !== null && revision !== known.current) void lookAgain.current?.()
    known.current = revision
  }, [revision])

  /** The next page behind what is there. */
  const extend = async () => {
    const before = current.current
    if (!before || before.next === null || !isOf(before)) return
    setExtending(true)
    try {
      const page = await searchMemory({ ...sought, cursor: before.next, limit: PAGE })
      // Searched or read again meanwhile: it goes behind nothing that is still there.
      if (current.current === before) show({ ...page, ...sought, items: [...before.items, ...page.items] })
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setExtending(false)
    }
  }

  return { found, failure, searching: !isOf(found), extend, extending }
}

const keyOf = ({ query, sessionId, from, to }: Sought): string => JSON.stringify([query, sessionId, from, to])

/** A day is typed as a text is: its year comes figure by figure. */
const isTyped = (before: Sought, now: Sought): boolean =>
  before.query !== now.query || before.from !== now.from || before.to !== now.to
