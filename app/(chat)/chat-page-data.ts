import 'server-only'
import { headers } from 'next/headers'
import type { ChatPageData } from '@/components/chat/chat-page'
import { getContainer } from '@/lib/container'
import { AppError } from '@/lib/errors'
import { pageCaller } from '@/lib/http/page-caller'

/** All that a page of the chat needs, read together. Throws `session_not_found`. */
export async function chatPageData(sessionId: string | null): Promise<ChatPageData> {
  const { owner } = await pageCaller()
  const { openThread, planDraft, listModels, settings, historyTimeoutSeconds } = await getContainer()
  const [thread, plan, models, { instructions, memory }, head] = await Promise.all([
    sessionId === null ? null : openThread(owner, sessionId),
    planDraft(owner, { sessionId, draft: '', model: null, memory: null }).then(({ map }) => map, withoutPlan),
    listModels(),
    settings.get(owner),
    headers(),
  ])
  return {
    thread,
    plan,
    models,
    defaultInstructions: instructions,
    defaultMemory: memory,
    historyTimeoutSeconds,
    nonce: head.get('x-nonce') ?? undefined,
  }
}

/** Without its model a conversation can still be read; the page asks again, and then says why there is no plan. */
function withoutPlan(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
