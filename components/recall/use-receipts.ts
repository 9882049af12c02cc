import { useEffect, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { getAnswerContext } from '@/components/api/context'
import { onSessionNews } from '@/components/sessions/session-news'
import type { Receipt } from '@/lib/schemas/recall'

type Read = { answerId: string; receipts: readonly Receipt[] | null; failure: string | null }

/** What an answer was given, read when it is asked for and again when anything was forgotten; null id: not asked for. */
export function useReceipts(answerId: string | null): Pick<Read, 'receipts' | 'failure'> {
  const [read, setRead] = useState<Read | null>(null)
  useEffect(() => {
    if (answerId === null) return
    const leaving = new AbortController()
    const look = () =>
      getAnswerContext(answerId, { signal: leaving.signal }).then(
        ({ receipts }) => setRead({ answerId, receipts, failure: null }),
        (error: unknown) => {
          if (!leaving.signal.aborted) setRead({ answerId, receipts: null, failure: sentenceOf(error) })
        },
      )
    void look()
    let isGone = false
    const leaveNews = onSessionNews((news) => {
      if (news.kind === 'messages') isGone = news.gone?.includes(answerId) ?? false
      // Of an answer that went along nothing is left to be read.
      if (!isGone) void look()
    })
    return () => {
      leaving.abort()
      leaveNews()
    }
  }, [answerId])
  const current = read?.answerId === answerId ? read : null
  return { receipts: current?.receipts ?? null, failure: current?.failure ?? null }
}
