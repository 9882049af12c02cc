import { passThrough } from '../chat/pass-through.ts'
import type { Completion } from '../schemas/completion.ts'
import type { CompletionRequest } from '../schemas/openai.ts'
import type { createEngine } from './engine.ts'
import type { Foundation } from './foundation.ts'

/** What the OpenAI-compatible routes call. */
export function createOpenaiDoor(foundation: Foundation, engine: ReturnType<typeof createEngine>) {
  const deps = { ...foundation, runs: engine.runs, onBegin: engine.calls.giveWay }

  return {
    complete: (request: CompletionRequest, left: AbortSignal): Promise<Completion> =>
      passThrough(deps, request, left),

    async listModels() {
      const data = (await foundation.models.list()).map(({ id, provider }) => ({
        id,
        object: 'model' as const,
        created: 0,
        owned_by: provider,
      }))
      return { object: 'list' as const, data }
    },
  }
}
