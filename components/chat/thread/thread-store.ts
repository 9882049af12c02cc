import { ApiError } from '@/components/api/api-error'
import type { ChatRequest } from '@/lib/schemas/chat'
import type { Mark } from '@/lib/schemas/mark'
import type { SessionMemory } from '@/lib/schemas/memory-settings'
import type { Delta } from '@/lib/schemas/run-event'
import type { SessionPatch, SessionView } from '@/lib/schemas/session'
import type { ThreadView } from '@/lib/schemas/thread'
import type { FrameBatch } from '../run/frame-batch'
import { withPending } from './marks'
import { createRunReader } from './run-reader'
import type { ThreadApi } from './thread-api'
import { reduceThread, type ThreadAction } from './thread-reducer'
import { type Choices, type ThreadState, threadOf } from './thread-state'

/** What became of a run, for whoever shows more than the thread. */
export type RunNews =
  /** `created`: the conversation has come to be with it. */
  | { kind: 'started'; session: SessionView; created: boolean }
  | { kind: 'ended' }
  | { kind: 'lost'; error: unknown }
  /** The conversation was deleted elsewhere. */
  | { kind: 'gone'; session: SessionView }

/** A message on its way: the same `clientId` again joins what the first one began. */
export type Outgoing = { clientId: string; text: string }

/** As it is shown: its messages with the marks that are on their way. */
export type Thread = ThreadState & {
  choices: Choices
  /** Not named, and ended some time after its last message; before the first one, whether it is to be so. */
  temporary: boolean
}

type Options = { api: ThreadApi; batch: (deliver: (deltas: Delta[]) => void) => FrameBatch<Delta> }

/** One conversation, its run, and all that changes it. */
export type ThreadStore = ReturnType<typeof createThreadStore>

const NO_CHOICES: Choices = { model: null, instructions: null }

export function createThreadStore(initial: ThreadView | null, { api, batch }: Options) {
  let early = NO_CHOICES
  let begunTemporary = false
  let state = threadOf(initial)
  let thread = shown()
  let marking: Promise<unknown> = Promise.resolve()
  let refreshing: AbortController | null = null
  let refreshOwed = false
  const listeners = new Set<() => void>()
  const newsListeners = new Set<(news: RunNews) => void>()
  const tell = (news: RunNews) => {
    for (const listener of newsListeners) listener(news)
  }

  function shown(): Thread {
    const { model, instructions } = state.session ?? early
    return {
      ...state,
      messages: withPending(state.messages, state.marks),
      choices: { model, instructions },
      temporary: state.session?.temporary ?? begunTemporary,
    }
  }

  function show(): void {
    thread = shown()
    for (const listener of listeners) listener()
  }

  function dispatch(action: ThreadAction): void {
    state = reduceThread(state, action)
    show()
  }

  /**
   * A step of the run, or a mark: what was asked of the server before it tells of an older thread, and is asked again.
   */
  function step(action: ThreadAction): void {
    if (refreshing !== null) refreshOwed = true
    callOffRefresh()
    dispatch(action)
    if (refreshOwed) void refresh()
  }

  const reader = createRunReader({
    api,
    batch,
    on: {
      grew: (answerId, deltas) => dispatch({ type: 'grew', answerId, deltas }),
      linked: (up) => dispatch({ type: 'linked', up }),
      ended(answer) {
        step({ type: 'ended', answer })
        tell({ kind: 'ended' })
      },
      lost(error) {
        refreshOwed = true
        step({ type: 'dropped' })
        tell({ kind: 'lost', error })
      },
    },
  })

  function follow(): void {
    const { run, messages } = thread
    if (run?.stage !== 'writing' || run.runId === null) return
    reader.follow(run.runId, messages.find(({ id }) => id === run.answerId) ?? null)
  }

  async function begin(turn: ChatRequest): Promise<void> {
    if (thread.run?.stage === 'sending') throw alreadySending()
    step({ type: 'sending' })
    try {
      const event = await reader.begin(turn)
      const created = thread.session === null
      const replaces = turn.action === 'send' ? null : turn.answerId
      // One who joined what an earlier try began is not told the message again: the thread is read anew.
      if (event.userMessage === null && replaces === null) refreshOwed = true
      step({ type: 'started', event, replaces })
      tell({ kind: 'started', session: event.session, created })
    } catch (error) {
      step({ type: 'dropped' })
      // Another window is writing here: its answer is shown before the refusal is told, and the message waits.
      if (isCode(error, 'session_busy')) await refresh()
      throw await noticed(error)
    }
  }

  function callOffRefresh(): void {
    refreshing?.abort()
    refreshing = null
  }

  /**
   * Reads the thread anew, in the place of an older such reading; while a message is on its way, as soon as it is
   * stored. Never rejects: what is shown stays true enough, or the thread is `gone`.
   */
  async function refresh(): Promise<void> {
    callOffRefresh()
    refreshOwed = thread.session !== null && thread.run?.stage === 'sending'
    if (thread.session === null || refreshOwed) return
    const mine = new AbortController()
    refreshing = mine
    const view = await api
      .getThread(thread.session.id, { signal: mine.signal })
      .catch((error: unknown) => (isCode(error, 'session_not_found') ? 'gone' : null))
    if (refreshing !== mine) return
    refreshing = null
    if (view === 'gone') lose()
    else if (view !== null) {
      dispatch({ type: 'refreshed', view })
      follow()
    }
  }

  function lose(): void {
    if (thread.session === null || thread.gone) return
    dispatch({ type: 'gone' })
    tell({ kind: 'gone', session: thread.session })
  }

  /** Where a failure may mean that the conversation was deleted, that is known before the failure is told. */
  async function noticed(error: unknown): Promise<unknown> {
    if (isCode(error, 'session_not_found')) await refresh()
    return error
  }

  async function update(sessionId: string, patch: SessionPatch): Promise<void> {
    const session = await api.updateSession(sessionId, patch).catch(async (error: unknown) => {
      throw await noticed(error)
    })
    dispatch({ type: 'session', session })
  }

  return {
    getSnapshot: (): Thread => thread,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRunNews(listener: (news: RunNews) => void): () => void {
      newsListeners.add(listener)
      return () => newsListeners.delete(listener)
    },
    refresh,

    /**
     * Reads the run that is under way, whoever began it, until what it returns is called. That ends all reading and
     * stops no run.
     */
    open(): () => void {
      follow()
      return () => {
        callOffRefresh()
        refreshOwed = false
        reader.leave()
      }
    },

    /** Resolves once the message is stored; rejects with `ApiError` when it is not, or nobody can say. */
    send(message: Outgoing): Promise<void> {
      const sessionId = thread.session?.id ?? null
      const beginning = sessionId === null ? { ...early, temporary: begunTemporary } : NO_CHOICES
      return begin({ action: 'send', sessionId, message, ...beginning })
    },

    /**
     * A new answer in the place of the last one, or one that begins with its words and goes on. Rejects like `send`.
     */
    async answerAgain(action: 'regenerate' | 'continue', answerId: string): Promise<void> {
      const sessionId = thread.session?.id
      if (sessionId) await begin({ action, sessionId, answerId })
    },

    /** Rejects when the server could not be told. */
    async stop(): Promise<void> {
      const runId = thread.run?.runId
      if (!runId) return
      dispatch({ type: 'stopping', on: true })
      try {
        await api.stopRun(runId)
      } catch (error) {
        dispatch({ type: 'stopping', on: false })
        throw error
      }
    },

    /** `arrived` is called when they are there, just before they are added. */
    async loadEarlier(arrived: () => void): Promise<void> {
      const { session, messages } = thread
      const before = messages[0]?.seq
      if (!session || before === undefined) return
      const page = await api.listMessages(session.id, { before }).catch(async (error: unknown) => {
        throw await noticed(error)
      })
      // Cleared meanwhile: they go before nothing that is still here.
      if (thread.messages[0]?.seq !== before) return
      arrived()
      dispatch({ type: 'earlier', ...page })
    },

    async choose(patch: Partial<Choices>): Promise<void> {
      if (thread.session) await update(thread.session.id, patch)
      else {
        early = { ...early, ...patch }
        show()
      }
    },

    /** Whether the conversation is to be temporary; once it exists, that is settled. */
    beTemporary(on: boolean): void {
      begunTemporary = on
      show()
    },

    /** A temporary conversation lasts from then on. */
    async keep(): Promise<void> {
      if (thread.session) await update(thread.session.id, { temporary: false })
    },

    /** Gives the conversation memory settings of its own, once it exists; null: all as in the settings. */
    async remember(memory: SessionMemory | null): Promise<void> {
      if (thread.session) await update(thread.session.id, { memory })
    },

    /** Shown at once, stored one after another, and taken back when it rejects with `ApiError`. */
    async mark(messageId: string, mark: Mark): Promise<void> {
      const sessionId = thread.session?.id
      if (!sessionId) return
      const pending = { messageId, mark }
      dispatch({ type: 'marking', pending })
      const stored = marking.then(() => api.markExchange(sessionId, messageId, mark))
      marking = stored.catch(() => null)
      try {
        step({ type: 'marked', pending, marked: await stored })
      } catch (error) {
        dispatch({ type: 'marked', pending, marked: null })
        throw await noticed(error)
      }
    },
  }
}

const isCode = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code

const alreadySending = () => new ApiError('session_busy', 'A message is already on its way.')
