import { randomUUID } from 'node:crypto'
import type { DatabaseUnderTest } from '../../db/testing/use-database.ts'
import type { CompletionEvent } from '../../schemas/completion.ts'
import { textOf } from '../../schemas/message.ts'
import { completionRequest } from '../../schemas/openai.ts'
import type { ToolCall } from '../../schemas/tool-call.ts'
import { sessionCompletion } from '../session-completion.ts'
import { OWNER, type useChat } from './use-chat.ts'

/** A message as a client of the OpenAI-compatible door sends it, and as the upstream gets it. */
export type Said = { role: string; content: string | null; tool_calls?: object[]; tool_call_id?: string }

export const user = (content: string): Said => ({ role: 'user', content })
export const assistant = (content: string): Said => ({ role: 'assistant', content })
export const system = (content: string): Said => ({ role: 'system', content })

/** What a client sends back of an answer that called tools. */
export const caller = (toolCalls: readonly ToolCall[], content: string | null = null): Said => ({
  role: 'assistant',
  content,
  tool_calls: toolCalls.map(({ id, name, arguments: json }) => ({
    id,
    type: 'function',
    function: { name, arguments: json },
  })),
})
export const result = (tool_call_id: string, content: string): Said => ({
  role: 'tool',
  content,
  tool_call_id,
})

type AskOptions = {
  sessionId?: string
  clientId?: string | null
  left?: AbortSignal
  [field: string]: unknown
}

/** Completions in the session `a name`, over the fake upstream. */
export function useCompletions(db: DatabaseUnderTest, under: ReturnType<typeof useChat>) {
  return {
    async ask(
      messages: Said[],
      {
        sessionId = 'a name',
        clientId = null,
        left = new AbortController().signal,
        ...fields
      }: AskOptions = {},
    ) {
      const deps = { ...db.now, ...under.chat, ids: { next: () => randomUUID() } }
      const request = completionRequest.parse({ model: 'fake-large', messages, ...fields })
      const place = { owner: OWNER, sessionId, clientId, left }
      const completion = await sessionCompletion(deps, request, place)
      const events: CompletionEvent[] = []
      for await (const event of completion.events) events.push(event)
      return {
        ...completion,
        text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
        calls: events.flatMap((event) => {
          if (event.type !== 'tool-call') return []
          const { type: _, ...call } = event
          return [call]
        }),
        end: events.find((event) => event.type === 'end'),
      }
    },

    /** The path, one message a line. */
    async path(): Promise<string[]> {
      const { messages } = await db.now.messages.page(OWNER, 'a name', { beforeSeq: null, limit: 50 })
      return messages.map((message) => `${message.role}: ${textOf(message)}`)
    },

    /** The messages of every request for an answer that came upstream. */
    sent: (): Said[][] =>
      under.upstream.requests
        .filter(({ path }) => path.endsWith('/chat/completions'))
        .map(({ body }) => (body as { messages: Said[] }).messages),

    /** What the upstream says to the next requests. */
    answers: (...texts: string[]) => under.upstream.script(...texts.map((text) => ({ text }))),
  }
}
