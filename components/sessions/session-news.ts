import { z } from 'zod'
import { sessionItem } from '@/lib/schemas/session'

/** What happened to a session, here or in another tab, for whoever shows sessions or their messages. */
const sessionNews = z.discriminatedUnion('kind', [
  /** Started, renamed, brought back or moved on: the row as it now is. */
  z.object({ kind: z.literal('changed'), session: sessionItem }),
  /** Deleted. */
  z.object({ kind: z.literal('gone'), sessionId: z.string() }),
  /** All were deleted. */
  z.object({ kind: z.literal('allGone') }),
  /**
   * Its messages are others than they were: cleared, brought back, cut by a fresh start or joined again, marked. `gone`:
   * answers, of any session, that went along.
   */
  z.object({ kind: z.literal('messages'), sessionId: z.string(), gone: z.array(z.string()).optional() }),
  /** The list changed in a way that is not known in full: ask the server again. */
  z.object({ kind: z.literal('stale') }),
])
export type SessionNews = z.infer<typeof sessionNews>

/** `elsewhere`: another tab told it. */
type Listener = (news: SessionNews, origin: 'here' | 'elsewhere') => void

const listeners = new Set<Listener>()

/** To and from the other tabs of this browser; other devices learn by asking the server. */
let channel: BroadcastChannel | null = null

function openChannel(): BroadcastChannel {
  const opened = new BroadcastChannel('throughline:sessions')
  opened.onmessage = ({ data }) => {
    // A tab may be older than this one, and say things that this one does not understand.
    const parsed = sessionNews.safeParse(data)
    if (parsed.success) tell(parsed.data, 'elsewhere')
  }
  return opened
}

function tell(...told: Parameters<Listener>): void {
  for (const listener of [...listeners]) listener(...told)
}

/** To every listener of this page, and of the other tabs. */
export function announce(news: SessionNews): void {
  tell(news, 'here')
  channel ??= openChannel()
  channel.postMessage(news)
}

/** Returns the function that ends listening. */
export function onSessionNews(listener: Listener): () => void {
  channel ??= openChannel()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
