'use client'

import { useEffect, useRef, useState } from 'react'
import type { MessageView } from '@/lib/schemas/message'
import { useThread } from './thread-context'

const ENDED: Record<MessageView['status'], string> = {
  streaming: '',
  complete: 'The answer is complete.',
  stopped: 'The answer was stopped.',
  failed: 'The answer failed.',
  interrupted: 'The answer was interrupted.',
}

/** Says how the answer stands to one who cannot see it: when it begins, when it ends, not each word. */
export function ThreadNews() {
  const { run, messages } = useThread()
  const [news, setNews] = useState('')
  const was = useRef<boolean>(false)
  const writing = run?.stage === 'writing'
  const linked = run?.linked ?? true
  const last = messages.at(-1)
  const end = last?.toolCalls ? 'The answer calls tools.' : ENDED[last?.status ?? 'complete']

  useEffect(() => {
    if (!linked) setNews('The connection is lost. Trying again.')
    else if (writing) setNews('Answering.')
    else if (was.current) setNews(end)
    was.current = writing
  }, [writing, linked, end])

  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}
