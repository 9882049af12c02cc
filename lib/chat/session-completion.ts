import { createHash } from 'node:crypto'
import type { ChatModel, ChatModels, EndReason, ModelOptions } from '../ports/chat-models.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { Completion } from '../schemas/completion.ts'
import type { CompletionRequest } from '../schemas/openai.ts'
import { type BeginCompletionDeps, beginCompletion } from './begin-completion.ts'
import { completionEvents } from './completion-events.ts'
import { modelNamed } from './model-named.ts'
import { modelOptions } from './model-options.ts'
import { saidBy } from './said-by.ts'
import { takeStart } from './started-turn.ts'

export type SessionCompletionDeps = BeginCompletionDeps & {
  models: ChatModels
  contextMaps: Pick<ContextMaps, 'get'>
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
  const chosen = modelOptions(request)
  const watched = watch(chosen)
  const turn = await beginCompletion(deps, request, {
    ...place,
    clientId: clientIdOf(place, request.user ?? null),
    said,
    model: model.info.id,
    options: {
      left,
      who,
      instructions: said.instructions,
      tools: chosen.tools,
      through: watched.through,
      named: sessionId,
      kind: { source: 'interface', user: request.user ?? null, temporary: false, brief: false, memory: null },
    },
  })
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
