import type { ContextMap } from '../memory/index.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { AskContext, AskEnd } from '../schemas/ask.ts'
import type { MessageView, Usage } from '../schemas/message.ts'
import { isAnswerForgotten } from './forgotten.ts'

type Deps = { contextMaps: Pick<ContextMaps, 'get'> }

/** What the interfaces say of an answer that has ended, behind `warnings`. */
export async function askEnd(
  deps: Deps,
  owner: string,
  answer: MessageView,
  warnings: readonly string[],
): Promise<AskEnd> {
  const map = await mapOf(deps, owner, answer.id)
  return {
    message_id: answer.id,
    usage: answer.usage && usageOf(answer.usage),
    context: map && contextOf(map),
    warnings: [...warnings, ...cutShort(answer)],
  }
}

/** null: there is none, or the conversation was cleared or deleted since the end. */
async function mapOf({ contextMaps }: Deps, owner: string, answerId: string): Promise<ContextMap | null> {
  try {
    return (await contextMaps.get(owner, answerId))?.map ?? null
  } catch (error) {
    if (isAnswerForgotten(error)) return null
    throw error
  }
}

const usageOf = ({ input, cachedInput, output, reasoning, fromReplyCache }: Usage): AskEnd['usage'] => ({
  input,
  cached_input: cachedInput,
  output,
  reasoning,
  ...(fromReplyCache ? { from_reply_cache: true } : {}),
})

function contextOf(map: ContextMap): AskContext {
  const [summary] = map.segments.filter((segment) => segment.kind === 'summary')
  const passages = map.segments.flatMap((segment) => (segment.kind === 'recall' ? segment.passages : []))
  return {
    tokens: map.tokens,
    limit: map.limit.total,
    messages_sent: map.segments.filter(({ kind }) => kind === 'message').length,
    passages_recalled: passages.length,
    summarised: summary ? { from: summary.fromSeq, to: summary.toSeq } : null,
    left_out: map.leftOut.map(({ fromSeq, toSeq, reason }) => ({ from: fromSeq, to: toSeq, reason })),
  }
}

function cutShort({ status, error }: MessageView): string[] {
  if (status === 'stopped') return ['The answer was stopped. The reply is what had come until then.']
  if (status !== 'interrupted') return []
  return [error?.message ?? 'The answer was interrupted. The reply is what had come until then.']
}
