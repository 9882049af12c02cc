import { buildContext } from '../memory/index.ts'
import type { ChatModels } from '../ports/chat-models.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { AnswerContext, PlanRequest, PlanResponse } from '../schemas/context-map.ts'
import { type PlanDeps, planTurn } from './plan-turn.ts'

type Deps = PlanDeps & {
  sessions: Pick<Sessions, 'get'>
  settings: Pick<SettingsStore, 'get'>
  models: Pick<ChatModels, 'resolve'>
  contextMaps: ContextMaps
}

/** What the next turn would hold with this draft. Calls no model and stores nothing. */
export async function planDraft(deps: Deps, owner: string, request: PlanRequest): Promise<PlanResponse> {
  const session = request.sessionId === null ? null : await deps.sessions.get(owner, request.sessionId)
  const [settings, model, tokens] = await Promise.all([
    deps.settings.get(owner),
    deps.models.resolve(request.model ?? session?.model ?? null),
    deps.tokens.count(request.draft),
  ])
  const { map } = await planTurn(deps, {
    owner,
    session,
    settings,
    model: model.info,
    newest: { draft: request.draft, tokens },
  })
  return { map }
}

/** The decision behind a past answer, and the messages as they were sent; null where a text was forgotten. */
export async function contextOfAnswer(deps: Deps, owner: string, answerId: string): Promise<AnswerContext> {
  const stored = await deps.contextMaps.get(owner, answerId)
  if (!stored) return { map: null, sent: [] }
  const ids = stored.map.segments.flatMap((segment) =>
    segment.kind === 'message' ? [segment.messageId] : [],
  )
  const texts = await deps.contextMaps.texts(owner, ids)
  const sent = buildContext(stored.map, (segment) =>
    segment.kind === 'instructions'
      ? (stored.texts.get(segment.hash) ?? null)
      : (texts.get(segment.messageId) ?? null),
  )
  return { map: stored.map, sent }
}
