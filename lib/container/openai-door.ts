import { passThrough } from '../chat/pass-through.ts'
import { type InSession, sessionCompletion } from '../chat/session-completion.ts'
import type { Completion } from '../schemas/completion.ts'
import type { CompletionRequest, OpenaiModels } from '../schemas/openai.ts'
import type { Engine } from './engine.ts'
import type { Foundation } from './foundation.ts'

/** `sessionId`: whose memory stands before the messages; null: nobody's, and nothing is kept. */
type Place = Omit<InSession, 'sessionId'> & { sessionId: string | null }

/** What the OpenAI-compatible routes call. */
export function createOpenaiDoor(foundation: Foundation, engine: Engine) {
  const deps = { ...foundation, ...engine, onBegin: engine.calls.giveWay }

  return {
    complete: (request: CompletionRequest, { sessionId, ...by }: Place): Promise<Completion> =>
      sessionId === null
        ? passThrough(deps, request, by)
        : sessionCompletion(deps, request, { sessionId, ...by }),

    async listModels(): Promise<OpenaiModels> {
      const data = (await foundation.models.list()).map(({ id, provider }) => ({
        id,
        object: 'model' as const,
        created: 0,
        owned_by: provider,
      }))
      return { object: 'list', data }
    },
  }
}
