import type { SaidWithin } from './recall-index.ts'

/** An exchange that can be recalled, in its words as they are now. */
export type RememberedExchange = {
  /** Its question's. */
  id: string
  sessionId: string
  /** Of its conversation. */
  title: string
  saidAt: Date
  user: string
  /** null: it is not remembered, or is being made anew. */
  assistant: string | null
  /** Of that answer; null where there is none. */
  answerId: string | null
  /** null: it waits to be indexed. */
  indexedAt: Date | null
  /** That made its vectors; null: it has none. */
  model: string | null
  /** Why the newest try to index it failed. */
  error: string | null
}

/** What an owner's conversations left to be recalled. What is hidden or excluded is absent. */
export type Remembered = {
  /** The newest first. `cursor` is the `next` of the page before. */
  list(
    owner: string,
    page: { sessionId: string | null; said?: SaidWithin; cursor: string | null; limit: number },
  ): Promise<{ exchanges: RememberedExchange[]; next: string | null }>
  /** By id; those that may not be seen are absent. */
  get(owner: string, ids: readonly string[]): Promise<Map<string, RememberedExchange>>
}
