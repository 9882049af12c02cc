import type { ChatModels } from '../ports/chat-models.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { PlanRequest, PlanResponse } from '../schemas/context-map.ts'
import { type DecideDeps, decideTurn } from './decide-turn.ts'
import { effectiveMemory } from './effective-memory.ts'

type Deps = DecideDeps & {
  sessions: Pick<Sessions, 'get'>
  settings: Pick<SettingsStore, 'get'>
  models: Pick<ChatModels, 'resolve'>
}

/**
 * What the next turn would hold with this draft, and with the settings that are tried. Calls no model and stores
 * nothing. Throws `session_not_found`, `unknown_model`.
 */
export async function planDraft(deps: Deps, owner: string, request: PlanRequest): Promise<PlanResponse> {
  const { sessionId, draft, memory: tried } = request
  const session = sessionId === null ? null : await deps.sessions.get(owner, sessionId)
  const [settings, model, tokens] = await Promise.all([
    deps.settings.get(owner),
    deps.models.resolve(request.model ?? session?.model ?? null),
    deps.tokens.count(draft),
  ])
  const newest = { draft, tokens }
  const memory = effectiveMemory(settings, session?.memory ?? null, tried)
  const { map } = await decideTurn(deps, { owner, session, settings, memory, model: model.info, newest })
  return { map }
}
