import type { AnswerContext } from '@/lib/schemas/context-map'

/** All that was sent, as JSON to be copied: the messages, and beside them what could be called, where anything could. */
export const sentAsJson = ({ sent, tools }: Pick<AnswerContext, 'sent' | 'tools'>): string =>
  JSON.stringify({ messages: sent, ...(tools === null ? {} : { tools: JSON.parse(tools) }) }, null, 2)
