'use client'

import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { forgetExchanges } from '@/components/api/memory'
import { addDivider, removeDivider } from '@/components/api/sessions'
import { visibleSessions } from '@/components/sessions/session-list'
import { announce } from '@/components/sessions/session-news'
import { pathOfSession } from '@/components/sessions/session-path'
import { useSessionStore } from '@/components/sessions/session-store-context'
import { useToast } from '@/components/ui/toast'
import type { QuoteList } from '@/lib/schemas/forget'
import type { MessageView } from '@/lib/schemas/message'
import { sentenceAfter } from './forget-words'

/** Asked at the moment itself: a notice outlives the page that it was shown on. */
const here = () => window.location.pathname

const idsOf = (along: Quotes) => along.map(({ answerId }) => answerId)

/** However short the time, what went must be readable. In ms. */
const READABLE = 6_000

/** Answers elsewhere that quoted what goes, and go as well. */
type Quotes = QuoteList['quotes']

/** `id`: its question's. */
export type Exchange = { id: string; sessionId: string }

export type Forget = {
  deleteConversation(sessionId: string, undoSeconds: number, along: Quotes): Promise<void>
  clearConversation(sessionId: string, undoSeconds: number, along: Quotes): Promise<void>
  deleteAll(undoSeconds: number): Promise<void>
  /** A question with its answer, and `along` the answers that quoted them. */
  forgetExchange(exchange: Exchange, undoSeconds: number, along: Quotes): Promise<void>
  startAfresh(sessionId: string): Promise<MessageView>
}

/**
 * The ways to forget. Each does it, tells what went in a notice with Undo for as long as that can be done, and
 * leads away from a page that is no longer there (and back). Each rejects with `ApiError`, and then nothing has
 * changed.
 */
export function useForget(): Forget {
  const store = useSessionStore()
  const router = useRouter()
  const show = useToast()

  return useMemo(() => {
    const offerUndo = (text: string, seconds: number, takeBack: () => Promise<void>) => {
      if (seconds === 0) return show({ text, duration: READABLE })
      const undo = () => {
        takeBack().then(
          () => show({ text: 'Brought back.', duration: 3_000 }),
          (error: unknown) => show({ text: sentenceOf(error), tone: 'danger' }),
        )
      }
      show({ text, duration: Math.max(READABLE, 1_000 * seconds), action: { label: 'Undo', onPress: undo } })
    }

    /** Away from the page of a deleted session; the result leads back, unless the reader has gone elsewhere. */
    const leave = (isGone: (path: string) => boolean) => {
      const path = here()
      if (!isGone(path)) return () => router.refresh()
      router.push('/')
      return () => (here() === '/' ? router.push(path) : router.refresh())
    }

    /** Every page that shows one of these answers, or a message of the session itself, reads it anew. */
    const tellMessages = (sessionId: string | null, along: Quotes, gone: string[] = []) => {
      const touched = new Set([sessionId, ...along.map(({ session }) => session.id)])
      for (const each of touched) if (each !== null) announce({ kind: 'messages', sessionId: each, gone })
    }

    return {
      async deleteConversation(sessionId, undoSeconds, along) {
        const session = visibleSessions(store.getSnapshot()).find(({ id }) => id === sessionId) ?? null
        const undo = await store.delete(sessionId, idsOf(along))
        tellMessages(null, along, idsOf(along))
        const comeBack = leave((path) => path === pathOfSession(sessionId))
        offerUndo(sentenceAfter(undo.counts, { sessions: false }), undoSeconds, async () => {
          await store.undo(undo.purgeId, session)
          tellMessages(null, along)
          comeBack()
        })
      },

      async clearConversation(sessionId, undoSeconds, along) {
        const undo = await store.clear(sessionId, idsOf(along))
        tellMessages(sessionId, along, idsOf(along))
        offerUndo(sentenceAfter(undo.counts, { sessions: false }), undoSeconds, async () => {
          await store.undo(undo.purgeId, null)
          tellMessages(sessionId, along)
        })
      },

      async deleteAll(undoSeconds) {
        const undo = await store.deleteAll()
        const comeBack = leave((path) => path.startsWith('/c/'))
        offerUndo(sentenceAfter(undo.counts, { sessions: true }), undoSeconds, async () => {
          await store.undo(undo.purgeId, null)
          comeBack()
        })
      },

      async forgetExchange({ id, sessionId }, undoSeconds, along) {
        const undo = await forgetExchanges({ exchangeIds: [id], answerIds: idsOf(along) })
        tellMessages(sessionId, along, idsOf(along))
        // A title may have come from what went.
        void store.refresh()
        offerUndo(sentenceAfter(undo.counts, { sessions: false }), undoSeconds, async () => {
          await store.undo(undo.purgeId, null)
          tellMessages(sessionId, along)
        })
      },

      async startAfresh(sessionId) {
        const divider = await addDivider(sessionId)
        announce({ kind: 'messages', sessionId })
        offerUndo(
          'Fresh start. Nothing above the line is sent to the model; everything stays readable.',
          10,
          async () => {
            await removeDivider(sessionId, divider.id)
            announce({ kind: 'messages', sessionId })
          },
        )
        return divider
      },
    }
  }, [store, router, show])
}
