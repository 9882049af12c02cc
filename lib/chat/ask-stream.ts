import { AppError } from '../errors.ts'
import type { TurnStore } from '../ports/turn-store.ts'
import type { AskEvent, ReplyCacheStatus, RunPosition } from '../schemas/ask.ts'
import { type RunEvent, START } from '../schemas/run-event.ts'
import type { AskDeps } from './ask.ts'
import { askEnd } from './ask-end.ts'
import { type Asked, type BegunAsk, beginAsk } from './begin-ask.ts'
import { guidanceFor } from './guidance.ts'
import type { Runs } from './runs.ts'

export type AskStreamDeps = AskDeps & { runs: Pick<Runs, 'follow'>; store: Pick<TurnStore, 'read'> }

type Events = AsyncGenerator<AskEvent, void, undefined>

/** `cache`: what the reply cache did; null: it had no part. */
export type AskStream = { events: Events; cache: ReplyCacheStatus | null }

/** One turn, told as it goes. Throws before the first event as a turn does. */
export async function askStream(deps: AskStreamDeps, asked: Asked): Promise<AskStream> {
  const begun = await beginAsk(deps, asked)
  return toldFrom(deps, asked, begun, { runId: begun.runId, at: START })
}

/**
 * The rest of an answer behind a position, whichever process writes it, and also after its end. No turn begins. Throws
 * `run_not_found`, also where a user is named who is not the one of its session.
 */
export async function resumeAskStream(
  deps: AskStreamDeps,
  asked: Asked,
  position: RunPosition,
): Promise<AskStream> {
  const { owner, request, left } = asked
  const { runId, at } = position
  const { sessionId } = await deps.store.read(owner, runId)
  if (request.user != null && (await deps.interfaceSessions.find(owner, sessionId))?.user !== request.user)
    throw new AppError('run_not_found', 'There is no such answer of this user.')
  const events = await deps.runs.follow(owner, runId, at, left)
  const { warnings } = guidanceFor(request.metadata ?? null)
  return toldFrom(deps, asked, { runId, sessionId, events, warnings, cache: null }, position)
}

function toldFrom(deps: AskStreamDeps, asked: Asked, begun: BegunAsk, from: RunPosition): AskStream {
  return { events: told(deps, asked, begun, from), cache: begun.cache }
}

async function* told(deps: AskStreamDeps, asked: Asked, begun: BegunAsk, from: RunPosition): Events {
  yield { type: 'session', sessionId: begun.sessionId, ...from }
  for await (const event of begun.events) yield* toldOf(deps, asked, begun, event)
}

/** Reasoning is not for the readers of raw text. */
async function* toldOf(deps: AskStreamDeps, { owner }: Asked, begun: BegunAsk, event: RunEvent): Events {
  const { runId, sessionId } = begun
  if (event.type === 'delta' && event.kind === 'text')
    yield { type: 'text', text: event.text, runId, at: { part: event.part, offset: event.offset } }
  if (event.type === 'error') {
    yield { type: 'error', error: withSession(event.error, sessionId) }
    yield { type: 'done', end: null }
  }
  if (event.type === 'end') {
    const { status, error } = event.answer
    if (status === 'failed' && error) yield { type: 'error', error: withSession(error, sessionId) }
    yield { type: 'done', end: await askEnd(deps, owner, event.answer, begun.warnings) }
  }
}

const withSession = <Body extends { details?: Record<string, unknown> }>(body: Body, sessionId: string) => ({
  ...body,
  details: { ...body.details, session_id: sessionId },
})
