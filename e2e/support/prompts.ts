import type { LoggedRequest } from '../fake-upstream/request-log.ts'

export type SentMessage = { role: string; content: string }

/** What the upstream received for answers, call by call, oldest first. */
export const promptsOf = (requests: readonly LoggedRequest[]): SentMessage[][] =>
  requests
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => (body as { messages: SentMessage[] }).messages)
