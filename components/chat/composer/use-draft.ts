import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepDraft, NEW, readDraft } from './draft-store'

/** How long typing must rest before the draft is stored, in ms. */
const REST = 300

/**
 * The text in the composer, kept per session across pages and reloads. A conversation that comes to be takes the
 * draft along. What was typed into `field` before the page was alive counts as typed. `stored`: whether it is kept at
 * all; else it goes with the page.
 */
export function useDraft(
  sessionId: string | null,
  field: RefObject<HTMLTextAreaElement | null>,
  { stored }: { stored: boolean },
) {
  const [text, setText] = useState('')
  const key = sessionId ?? NEW
  const latest = useRef({ key, text, stored })

  // Before the first paint; the server cannot know it.
  useLayoutEffect(() => {
    setText((typed) => typed || field.current?.value || readDraft(key))
  }, [key, field])

  useEffect(() => {
    const before = latest.current
    latest.current = { key, text, stored }
    if (before.key !== key) keepDraft(before.key, '')
    if (before.text === text && before.key === key && before.stored === stored) return
    if (!stored) return keepDraft(key, '')
    const timer = setTimeout(keepDraft, REST, key, text)
    return () => clearTimeout(timer)
  }, [key, text, stored])

  useEffect(() => {
    const keepNow = () => {
      if (latest.current.stored) keepDraft(latest.current.key, latest.current.text)
    }
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])

  const clear = useCallback(() => {
    setText('')
    keepDraft(latest.current.key, '')
  }, [])
  return { text, setText, clear }
}
