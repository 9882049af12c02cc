import { AppError } from '../errors.ts'
import type { Ids } from '../ports/ids.ts'
import type { InterfaceSessions } from '../ports/interface-sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { AskEndpoint, AskRequest, ReplyCacheStatus } from '../schemas/ask.ts'
import type { RunEvent } from '../schemas/run-event.ts'
import type { SessionKind } from '../schemas/session.ts'
import { type Guidance, guidanceFor } from './guidance.ts'
import { guided } from './instructions.ts'
import type { ReplyCache } from './reply-cache.ts'
import { readAhead, takeStart } from './started-turn.ts'
import type { Turns } from './turns.ts'

export type BeginAskDeps = {
  turns: Turns
  interfaceSessions: Pick<InterfaceSessions, 'find'>
  settings: Pick<SettingsStore, 'get'>
  replyCache: Pick<ReplyCache, 'first'>
  ids: Ids
  /** Messages of a session that a call holds at most, with the system message. */
  maxHistoryLength: number
}

/** A request as it came through one of the doors. */
export type Asked = {
  owner: string
  endpoint: AskEndpoint
  request: AskRequest
  /** The client's own id of the request; null: it has none. */
  key: string | null
  /** The reply cache is passed by. */
  fresh?: boolean
  /** What the door itself says to the model. */
  guidance?: string
  /** Whoever stops reading the events aborts it. */
  left?: AbortSignal
  /** Who asks, as limits count them. */
  who?: string
}

/** A turn that was accepted. `events` go on behind its start. */
export type BegunAsk = {
  runId: string
  sessionId: string
  events: AsyncGenerator<RunEvent, void, undefined>
  /** null: it had no part. */
  cache: ReplyCacheStatus | null
  warnings: string[]
}

/** The system message of sessions whose owner has chosen none. */
export const DEFAULT_INSTRUCTIONS = 'You are a helpful assistant.'

/**
 * Begins the turn of a request, in its session or, where that is none for it, in a new one. Throws as a turn does;
 * details name the session where there is one.
 */
export async function beginAsk(deps: BeginAskDeps, asked: Asked): Promise<BegunAsk> {
  const { owner, request } = asked
  const guidance = guidanceFor(request.metadata ?? null)
  const refusal = await refusalOf(deps, owner, request)
  const place = refusal === null ? (request.session_id ?? null) : null
  const told = [...(refusal === null ? [] : [refusal]), ...guidance.warnings]
  try {
    return { ...(await start(deps, asked, place, guidance)), warnings: told }
  } catch (error) {
    // It has ended since it was looked up.
    if (place === null || !isSessionGone(error)) throw naming(error, place)
    return { ...(await start(deps, asked, null, guidance)), warnings: [UNKNOWN, ...told] }
  }
}

const UNKNOWN = 'session_id: there is no such session, or it has ended. A new one was made.'
const OF_ANOTHER_USER = 'session_id: that session is not one of this user. A new one was made.'

/**
 * Why the session of a request is not gone on with; null: it is, or the request names none. One that names no user is
 * the owner's own.
 */
async function refusalOf(
  { interfaceSessions }: BeginAskDeps,
  owner: string,
  { session_id, user }: AskRequest,
): Promise<string | null> {
  if (session_id == null) return null
  const session = await interfaceSessions.find(owner, session_id)
  if (session === null) return UNKNOWN
  return user == null || session.user === user ? null : OF_ANOTHER_USER
}

async function start(
  { turns, settings, replyCache, ids, maxHistoryLength }: BeginAskDeps,
  { owner, endpoint, request, key, fresh, left, who, ...asked }: Asked,
  sessionId: string | null,
  { text, understood }: Guidance,
): Promise<Omit<BegunAsk, 'warnings'>> {
  const { query } = request
  const user = request.user ?? null
  const own = sessionId === null ? (await settings.get(owner)).instructions : null
  const instructions = own?.trim() === '' ? DEFAULT_INSTRUCTIONS : null
  const guidance = [asked.guidance ?? '', text].filter(Boolean).join('\n\n')
  const kind = kindFor(user, maxHistoryLength)
  const cached = replyCache.first(
    owner,
    {
      ...{ endpoint, user, query, metadata: understood, memory: kind.memory },
      instructions: guided(instructions ?? own ?? '', guidance),
    },
    // Who names a session goes on with it, or meant to.
    { bypass: fresh || request.session_id != null },
  )
  const turn = await turns.start(
    owner,
    {
      action: 'send',
      sessionId,
      message: { clientId: key === null ? ids.next() : clientIdOf(key, user), text: query },
      model: null,
      instructions,
    },
    { kind, guidance, left, who, ...cached.options },
  )
  const { session } = await takeStart(turn)
  const { first, events } = readAhead(turn.events)
  // A turn whose end cannot be stored for a long time has told its reader of it before the cache hears of anything.
  const cache = await Promise.race([cached.status(turn), first.then(() => null)])
  return { runId: turn.runId, sessionId: session.id, events, cache }
}

/** What a session is that a request makes. */
const kindFor = (user: string | null, maxHistoryLength: number): SessionKind => ({
  source: 'interface',
  user,
  temporary: false,
  brief: user === null,
  memory: { maxExchanges: Math.floor((maxHistoryLength - 1) / 2) },
})

/** Users are kept apart: one who happens to use another one's key must not be given that one's answer. */
const clientIdOf = (key: string, user: string | null): string =>
  user === null ? key : JSON.stringify([user, key])

const isSessionGone = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'session_not_found'

/** The same failure, with the session in its details. */
export function naming(error: unknown, sessionId: string | null): unknown {
  if (!(error instanceof AppError) || sessionId === null) return error
  return new AppError(error.code, error.message, {
    details: { ...error.details, session_id: sessionId },
    cause: error,
  })
}
