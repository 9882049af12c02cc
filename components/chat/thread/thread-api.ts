import type { Mark, MarkedExchange } from '@/lib/schemas/mark'
import type { MessageView } from '@/lib/schemas/message'
import type { SessionPatch, SessionView } from '@/lib/schemas/session'
import type { ThreadView } from '@/lib/schemas/thread'
import type { RunApi } from './run-reader'

/** What a thread asks of the server. */
export type ThreadApi = RunApi & {
  stopRun(runId: string): Promise<unknown>
  getThread(sessionId: string, options: { signal: AbortSignal }): Promise<ThreadView>
  listMessages(
    sessionId: string,
    options: { before: number },
  ): Promise<{ messages: MessageView[]; earlier: boolean }>
  updateSession(sessionId: string, patch: SessionPatch): Promise<SessionView>
  markExchange(sessionId: string, messageId: string, mark: Mark): Promise<MarkedExchange>
}
