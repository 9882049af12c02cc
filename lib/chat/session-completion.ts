import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { ChatModel, ChatModels, EndReason, ModelOptions } from '../ports/chat-models.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { Ids } from '../ports/ids.ts'
import type { InterfaceSessions } from '../ports/interface-sessions.ts'
import type { Messages } from '../ports/messages.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { SaidBefore } from '../ports/turn-store.ts'
import type { Completion } from '../schemas/completion.ts'
import type { CompletionRequest } from '../schemas/openai.ts'
import { completionEvents } from './completion-events.ts'
import { modelNamed } from './model-named.ts'
import { modelOptions } from './model-options.ts'
import { compare, placeMessages } from './place-messages.ts'
import { type Said, saidBy } from './said-by.ts'
import { type StartedTurn, takeStart } from './started-turn.ts'
import type { TurnOptions } from './turn-request.ts'
import type { Turns } from './turns.ts'

export type SessionCompletionDeps = {
  turns: Turns
  models: ChatModels
  messages: Pick<Messages, 'readBack' | 'get'>
  interfaceSessions: Pick<InterfaceSessions, 'find'>
  contextMaps: Pick<ContextMaps, 'get'>
  tokens: TokenCounter
  ids: Ids
}

/**
 * Whose memory stands before the messages. `clientId`: the client's own name of this request; `who`: who asks, as
 * limits count them.
 */
export type InSession = {
  owner: string
  sessionId: string
  clientId: string | null
  who?: string
  left: AbortSignal
}

/**
 * A turn of a session, which is made where there is none of that name. What of the messages is new is stored, with the
 * answer, and the answer goes on when the client hangs up. Throws what a turn does, and `invalid_request` for what
 * cannot be a turn.
 */
export async function sessionCompletion(
  deps: SessionCompletionDeps,
  request: CompletionRequest,
  place: InSession,
): Promise<Completion> {
  const { owner, sessionId, left, who = '' } = place
  const said = saidBy(request)
  const model = await modelNamed(deps.models, request.model)
  const watched = watch(modelOptions(request))
  const begin = beginning(deps, request, {
    ...place,
    clientId: clientIdOf(place, request.user ?? null),
    said,
    model: model.info.id,
    options: {
      left,
      who,
      instructions: said.instructions,
      through: watched.through,
      named: sessionId,
      kind: { source: 'interface', user: request.user ?? null, temporary: false, brief: false, memory: null },
    },
  })
  const turn = await begin()
  const { session, answer } = await takeStart(turn)
  return {
    id: answer.id,
    model: answer.model ?? model.info.id,
    createdAt: new Date(answer.createdAt),
    sessionId: session.id,
    events: completionEvents(turn.events, {
      ended: watched.ended,
      sentTokens: async (answerId) => (await deps.contextMaps.get(owner, answerId))?.map.tokens ?? 0,
    }),
  }
}

/**
 * A message's own id is one for all sessions, but a client's name of a request is one of a user in a session: who
 * happens to take the same in another one must not be given that one's answer.
 */
function clientIdOf({ sessionId, clientId }: InSession, user: string | null): string | null {
  if (clientId === null) return null
  return createHash('sha256')
    .update(JSON.stringify([sessionId, user, clientId]))
    .digest('hex')
}

type Beginning = InSession & { said: Said; model: string; options: TurnOptions }

function beginning(
  deps: SessionCompletionDeps,
  request: CompletionRequest,
  { owner, sessionId, clientId, said, model, options }: Beginning,
) {
  const { messages } = said
  const newest = messages.at(-1)?.text ?? ''

  const send = async (inSession: string | null, splice?: TurnOptions['splice']): Promise<StartedTurn> =>
    deps.turns.start(
      owner,
      {
        action: 'send',
        sessionId: inSession,
        message: { clientId: clientId ?? deps.ids.next(), text: newest },
        model,
        instructions: null,
      },
      { ...options, ...(splice ? { splice } : {}) },
    )

  const before = (from: number): Promise<SaidBefore[]> =>
    Promise.all(
      messages.slice(from, -1).map(async ({ role, text }) => ({
        id: deps.ids.next(),
        role,
        text,
        tokens: await deps.tokens.count(text),
      })),
    )

  const sendFirst = async () => send(null, { last: null, below: null, before: await before(0) })

  async function sendNext(): Promise<StartedTurn> {
    const compared = messages.map(({ role, text }) => compare(role, text))
    const { placed, last } = await placeMessages(deps, { owner, sessionId }, compared)
    // The same request once more joins what the first one began.
    if (placed.kind === 'again' && (await isRepeat(placed.messageId))) return send(sessionId)
    if (placed.kind === 'again')
      return deps.turns.start(
        owner,
        { action: 'again', sessionId, messageId: placed.messageId, last, model },
        options,
      )
    return send(sessionId, { last, below: placed.below, before: await before(placed.from) })
  }

  const isRepeat = async (messageId: string): Promise<boolean> =>
    clientId !== null && (await deps.messages.get(owner, messageId)).clientId === clientId

  return async (): Promise<StartedTurn> => {
    const known = await deps.interfaceSessions.find(owner, sessionId)
    if (known === null) return sendFirst()
    if (request.user != null && request.user !== known.user)
      throw new AppError('session_not_found', 'That conversation is of another user.')
    try {
      return await sendNext()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // It ended at this moment: its name is free.
      if (error.code === 'session_not_found') return sendFirst()
      // Nobody holds it: it went on between the look and the turn, or what held it was found dead.
      if (error.code === 'session_busy' && error.details === undefined) return sendNext()
      throw error
    }
  }
}

/** What a client chose goes to the model, and how the model ended is remembered: a turn keeps no word of either. */
function watch(options: ModelOptions) {
  let reason: EndReason | null = null
  const through = ({ info, stream }: ChatModel): ChatModel => ({
    info,
    async *stream(request) {
      for await (const event of stream({ ...request, options })) {
        if (event.type === 'end') reason = event.reason
        yield event
      }
    },
  })
  return { through, ended: () => reason }
}
