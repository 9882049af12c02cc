'use client'

import { useEffect } from 'react'
import { useThreadActions } from '../thread/thread-context'
import { useEnding } from './use-ending'

/** The server may see the end a little later than this clock does, in ms. */
const LATE = 500
/** Between two looks where it still has not ended: the clocks differ. In ms. */
const AGAIN = 15_000
/** Browsers wait no longer than some weeks. In ms. */
const LONGEST = 86_400_000

/** Draws nothing. Has the thread read anew when its time is over, so that the page says that it has ended. */
export function EndOfChat() {
  const ending = useEnding()
  const { refresh } = useThreadActions()
  useEffect(() => {
    if (ending === null) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = ending + LATE - Date.now()
      timer = setTimeout(look, left > 0 ? Math.min(left, LONGEST) : AGAIN)
    }
    const look = () => {
      void refresh()
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [ending, refresh])
  return null
}
