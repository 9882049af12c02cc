'use client'

import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '@/components/api/api-error'
import { stopRun } from '@/components/api/runs'
import { listMessages, updateSession } from '@/components/api/sessions'
import { announce } from '@/components/sidebar/session-news'
import { useToast } from '@/components/ui/toast'
import type { SessionView } from '@/lib/schemas/session'
import type { ThreadView } from '@/lib/schemas/thread'
import { type Choices, type ThreadActions, ThreadActionsContext, ThreadStateContext } from './thread-context'
import { reduceThread } from './thread-reducer'
import { threadOf } from './thread-state'
import { useFreshThread } from './use-fresh-thread'
import { useReadMark } from './use-read-mark'
import { useRun } from './use-run'

type Props = {
  /** As the server rendered it; null: a new conversation. */
  initial: ThreadView | null
  /** The conversation has come to be with its first message. */
  onCreated?: (session: SessionView) => void
  children: ReactNode
}

/** One conversation: its messages, its run, and what can be done with them. A key on it is the session. */
export function ThreadProvider({ initial, onCreated, children }: Props) {
  const [state, dispatch] = useReducer(reduceThread, initial, threadOf)
  const [early, setEarly] = useState<Choices>({ model: null, instructions: null })
  const show = useToast()
  const { session } = state

  const busy = state.run !== null
  const refresh = useFreshThread({ sessionId: session?.id ?? null, initial, busy, dispatch })
  useReadMark(state)

  const joined = useRef(false)
  const begin = useRun({
    state,
    dispatch,
    onStart: (event, replaces) => {
      announce({ kind: 'changed', session: event.session })
      if (session === null) onCreated?.(event.session)
      // One who joined what an earlier try began is not told the message again: the thread is read anew.
      const known = event.userMessage !== null || replaces !== null
      if (!known) joined.current = true
    },
    onEnd: () => announce({ kind: 'stale' }),
    onLost: (error) => {
      const gone = error instanceof ApiError && error.code === 'run_not_found'
      if (!gone) show({ text: sentenceOf(error), tone: 'danger' })
      announce({ kind: 'stale' })
      void refresh()
    },
  })
  useEffect(() => {
    if (!joined.current || session === null) return
    joined.current = false
    void refresh()
  }, [session, refresh])

  const latest = useRef({ state, early })
  useEffect(() => {
    latest.current = { state, early }
  })

  const choose = useCallback<ThreadActions['choose']>(async (patch) => {
    const { session } = latest.current.state
    if (session) dispatch({ type: 'session', session: await updateSession(session.id, patch) })
    else setEarly((before) => ({ ...before, ...patch }))
  }, [])

  const actions = useMemo<ThreadActions>(
    () => ({
      choose,
      refresh,

      async send({ clientId, text }) {
        const { state, early } = latest.current
        const sessionId = state.session?.id ?? null
        const message = { clientId, text }
        const choices = sessionId === null ? early : { model: null, instructions: null }
        try {
          await begin({ action: 'send', sessionId, message, ...choices })
        } catch (error) {
          // Another window is writing here: its answer is shown, and the message waits.
          if (error instanceof ApiError && error.code === 'session_busy') void refresh()
          throw error
        }
      },

      async regenerate(answerId) {
        const sessionId = latest.current.state.session?.id
        if (sessionId) await begin({ action: 'regenerate', sessionId, answerId })
      },

      async stop() {
        const runId = latest.current.state.run?.runId
        if (!runId) return
        dispatch({ type: 'stopping', on: true })
        try {
          await stopRun(runId)
        } catch (error) {
          dispatch({ type: 'stopping', on: false })
          show({ text: sentenceOf(error), tone: 'danger' })
        }
      },

      async loadEarlier(arrived) {
        const { session, messages } = latest.current.state
        const before = messages[0]?.seq
        if (!session || before === undefined) return
        const page = await listMessages(session.id, { before })
        arrived()
        dispatch({ type: 'earlier', ...page })
      },
    }),
    [begin, choose, refresh, show],
  )

  const value = useMemo(
    () => ({
      ...state,
      choices: session ? { model: session.model, instructions: session.instructions } : early,
    }),
    [state, session, early],
  )
  return (
    <ThreadActionsContext value={actions}>
      <ThreadStateContext value={value}>{children}</ThreadStateContext>
    </ThreadActionsContext>
  )
}
