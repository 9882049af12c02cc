import { AppError } from '../errors.ts'
import { writtenText } from '../memory/index.ts'
import type { Ids } from '../ports/ids.ts'
import type { InterfaceSessions } from '../ports/interface-sessions.ts'
import type { Messages } from '../ports/messages.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { SaidBefore } from '../ports/turn-store.ts'
import type { CompletionRequest } from '../schemas/openai.ts'
import { assertAnswered } from './assert-answered.ts'
import { compare, placeMessages } from './place-messages.ts'
import type { Said } from './said-by.ts'
import type { StartedTurn } from './started-turn.ts'
import type { TurnOptions } from './turn-request.ts'
import type { Turns } from './turns.ts'

export type BeginCompletionDeps = {
  turns: Turns
  messages: Pick<Messages, 'readBack' | 'get'>
  interfaceSessions: Pick<InterfaceSessions, 'find'>
  tokens: TokenCounter
  ids: Ids
}

type Beginning = {
  owner: string
  sessionId: string
  /** null: the client has no name of its own for this message. */
  clientId: string | null
  said: Said
  model: string
  options: TurnOptions
}

/** Begins the turn that a client's messages come to, in their place on the session's path. Throws as a turn does. */
export async function beginCompletion(
  deps: BeginCompletionDeps,
  request: Pick<CompletionRequest, 'user'>,
  { owner, sessionId, clientId, said, model, options }: Beginning,
): Promise<StartedTurn> {
  const { messages } = said
  const newest = messages.at(-1)

  const send = async (inSession: string | null, splice?: TurnOptions['splice']): Promise<StartedTurn> =>
    deps.turns.start(
      owner,
      {
        action: 'send',
        sessionId: inSession,
        message: { clientId: clientId ?? deps.ids.next(), text: newest?.text ?? '' },
        model,
        instructions: null,
      },
      { ...options, toolCallId: newest?.toolCallId, ...(splice ? { splice } : {}) },
    )

  const before = (from: number): Promise<SaidBefore[]> =>
    Promise.all(
      messages.slice(from, -1).map(async (message) => ({
        id: deps.ids.next(),
        ...message,
        tokens: await deps.tokens.count(writtenText(message)),
      })),
    )

  const sendFirst = async () => {
    assertAnswered(messages, [])
    return send(null, { last: null, below: null, before: await before(0) })
  }

  async function sendNext(): Promise<StartedTurn> {
    const { placed, last, called } = await placeMessages(deps, { owner, sessionId }, messages.map(compare))
    if (placed.kind === 'again' || placed.from === 0) assertAnswered(messages, called)
    // The same request once more joins what the first one began.
    if (placed.kind === 'again' && (await isRepeat(placed.messageId))) return send(sessionId)
    if (placed.kind === 'again')
      return deps.turns.start(
        owner,
        { action: 'again', sessionId, messageId: placed.messageId, last, clientId, model },
        options,
      )
    return send(sessionId, { last, below: placed.below, before: await before(placed.from) })
  }

  const isRepeat = async (messageId: string): Promise<boolean> =>
    clientId !== null && (await deps.messages.get(owner, messageId)).clientId === clientId

  async function begin(): Promise<StartedTurn> {
    const known = await deps.interfaceSessions.find(owner, sessionId)
    if (known === null) return sendFirst()
    if (request.user != null && request.user !== known.user)
      throw new AppError('session_not_found', 'That conversation is of another user.')
    return sendNext()
  }

  try {
    return await begin()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, details } = error
    // It ended at this moment, so that its name is free; or nobody holds it: it went on between the look and the turn, or
    // what held it was found dead. Whose it is now is asked anew.
    if (code === 'session_not_found' || (code === 'session_busy' && details === undefined)) return begin()
    throw error
  }
}
