import type { z } from 'zod'
import {
  type AnswerContext,
  answerContextResponse,
  type ContextMapView,
  type planRequest,
  planResponse,
} from '@/lib/schemas/context-map'
import { type SummaryPromptPreview, summaryPromptResponse } from '@/lib/schemas/summary-prompt'
import { request } from './request'

type Abortable = { signal?: AbortSignal }

/** What the next turn would hold. Calls no model and stores nothing. */
export async function planNext(
  asked: z.input<typeof planRequest>,
  { signal }: Abortable = {},
): Promise<ContextMapView> {
  return (await request('/api/context/plan', planResponse, { method: 'POST', body: asked, signal })).map
}

/** The context of a past answer, and the messages just as they were sent. */
export function getAnswerContext(answerId: string, { signal }: Abortable = {}): Promise<AnswerContext> {
  return request(`/api/context/${encodeURIComponent(answerId)}`, answerContextResponse, { signal })
}

/**
 * What a model would be sent with this prompt (null: the default) for the next summary. Calls none and stores nothing.
 */
export function previewSummaryPrompt(
  asked: { sessionId: string; prompt: string | null },
  { signal }: Abortable = {},
): Promise<SummaryPromptPreview> {
  return request('/api/context/summary-prompt', summaryPromptResponse, {
    method: 'POST',
    body: asked,
    signal,
  })
}
