import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { searchMemory } from '@/components/api/memory'
import { onSessionNews } from '@/components/sessions/session-news'
import type { MemoryPage } from '@/lib/schemas/recall'

/** How long typing must rest, in ms: a search compares meanings, which takes a while. */
const REST = 250

const PAGE = 30
/** The longest page there is. */
const MOST = 100

/** What was asked, and what came. */
export type FoundMemory = MemoryPage & { query: string; sessionId: string | null }

type Asked = {
  text: string
  /** Of this conversation alone; null: of all. */
  sessionId: string | null
  /** Another one when there is something new to be seen. */
  revision: string
}

/**
 * What is remembered, or what of it fits the text. What was found before stays until the next is there, and is read
 * again, as far as it was, when something was forgotten or indexed.
 */
export function useMemorySearch({ text, sessionId, revision }: Asked) {
  const query = text.trim()
  const [found, setFound] = useState<FoundMemory | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [extending, setExtending] = useState(false)
  const current = useRef<FoundMemory | null>(null)
  const isOf = (page: FoundMemory | null) => page?.query === query && page.sessionId === sessionId

  const show = (page: FoundMemory) => {
    current.current = page
    setFound(page)
    setFailure(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for what the server has.
  useEffect(() => {
    const abort = new AbortController()
    const look = async () => {
      const seen = isOf(current.current) ? (current.current?.items.length ?? 0) : 0
      const limit = Math.min(MOST, Math.max(PAGE, seen))
      try {
        const page = await searchMemory({ query, sessionId, limit }, { signal: abort.signal })
        if (!abort.signal.aborted) show({ ...page, query, sessionId })
      } catch (error) {
        if (!abort.signal.aborted) setFailure(sentenceOf(error))
      }
    }
    const isTyped = current.current !== null && current.current.query !== query
    const timer = setTimeout(look, isTyped ? REST : 0)
    const leaveNews = onSessionNews(() => void look())
    return () => {
      clearTimeout(timer)
      leaveNews()
      abort.abort()
    }
  }, [query, sessionId, revision])

  /** The next page behind what is there. */
  const extend = async () => {
    const before = current.current
    if (!before || before.next === null || !isOf(before)) return
    setExtending(true)
    try {
      const page = await searchMemory({ query, sessionId, cursor: before.next, limit: PAGE })
      // Searched or read again meanwhile: it goes behind nothing that is still there.
      if (current.current === before)
        show({ ...page, query, sessionId, items: [...before.items, ...page.items] })
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setExtending(false)
    }
  }

  return { found, failure, searching: !isOf(found), extend, extending }
}
