'use client'

import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ApiError, sentenceOf } from '@/components/api/api-error'
import { stopRun } from '@/components/api/runs'
import { getThread, listMessages, markExchange, updateSession } from '@/components/api/sessions'
import { announce } from '@/components/sessions/session-news'
import { useToast } from '@/components/ui/toast'
import type { SessionView } from '@/lib/schemas/session'
import type { ThreadView } from '@/lib/schemas/thread'
import { followRun, sendTurn } from '../run/follow-run'
import { frameBatch } from '../run/frame-batch'
import { asLeft, leaveThread } from './left-threads'
import { type ThreadActions, ThreadActionsContext, ThreadContext } from './thread-context'
import { createThreadStore, type ThreadStore } from './thread-store'
import { useFreshThread } from './use-fresh-thread'
import { useReadMark } from './use-read-mark'

const api = { sendTurn, followRun, stopRun, getThread, listMessages, updateSession, markExchange }

type Props = {
  /** As the server rendered it; null: a new conversation. */
  initial: ThreadView | null
  /** The conversation has come to be with its first message. */
  onCreated?: (session: SessionView) => void
  children: ReactNode
}

/** One conversation: its messages, its run, and what can be done with them. A key on it is the session. */
export function ThreadProvider({ initial, onCreated, children }: Props) {
  const [store] = useState(() => createThreadStore(asLeft(initial), { api, batch: frameBatch }))
  const thread = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  const show = useToast()

  useEffect(
    () =>
      store.onRunNews((news) => {
        if (news.kind === 'started') {
          announce({ kind: 'changed', session: news.session })
          if (news.created) onCreated?.(news.session)
          return
        }
        if (news.kind === 'gone') return announce({ kind: 'gone', sessionId: news.session.id })
        if (news.kind === 'lost' && !isForgotten(news.error) && !store.getSnapshot().gone)
          show({ text: sentenceOf(news.error), tone: 'danger' })
        announce({ kind: 'stale' })
      }),
    [store, onCreated, show],
  )
  useEffect(() => {
    const close = store.open()
    return () => {
      close()
      if (initial) leaveThread(initial, store.getSnapshot())
    }
  }, [store, initial])
  useFreshThread(store, thread)
  useReadMark(thread)

  const actions = useMemo<ThreadActions>(
    () => ({
      ...store,
      async choose(patch) {
        await store.choose(patch)
        announceChanged(store)
      },
      async remember(memory) {
        await store.remember(memory)
        announceChanged(store)
      },
      async keep() {
        await store.keep()
        announceChanged(store)
      },
      async mark(messageId, mark) {
        await store.mark(messageId, mark)
        const { session } = store.getSnapshot()
        if (session) announce({ kind: 'messages', sessionId: session.id })
      },
      stop: () => store.stop().catch((error: unknown) => show({ text: sentenceOf(error), tone: 'danger' })),
    }),
    [store, show],
  )
  return (
    <ThreadActionsContext value={actions}>
      <ThreadContext value={thread}>{children}</ThreadContext>
    </ThreadActionsContext>
  )
}

function announceChanged(store: ThreadStore): void {
  const { session } = store.getSnapshot()
  if (session) announce({ kind: 'changed', session })
}

/** The answer was cleared or deleted, with or without its conversation: the thread, which is read anew, shows that. */
const isForgotten = (error: unknown): boolean => error instanceof ApiError && error.code === 'run_not_found'
