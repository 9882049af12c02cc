import type { StoredMessage, ToolCall } from '../memory/index.ts'
import type { Messages } from '../ports/messages.ts'
import { type Compared, newMessages, type Placed, type StoredCompared } from './new-messages.ts'

/** Beyond every message. */
const NO_SEQ = 2_147_483_647

/** Read at a time, where a whole path has to be. */
const PAGE = 1_000

/** What a client sent and an answer that it may have lost, twice over: enough to find that all of it is there. */
const enoughFor = (said: readonly Compared[]) => 2 * said.length + 16

type Deps = { messages: Pick<Messages, 'readBack'> }

/**
 * Where a client's messages go on a session's path, which is read as far as that takes. `last`: the newest message of
 * the path; null: there is none. `called`: by the message that new ones follow. Throws nothing for a session that is gone: its path is empty.
 */
export async function placeMessages(
  deps: Deps,
  { owner, sessionId }: { owner: string; sessionId: string },
  said: readonly Compared[],
): Promise<{ placed: Placed; last: string | null; called: readonly string[] }> {
  let path: StoredCompared[] = []
  const calls = new Map<string, readonly ToolCall[]>()
  let beforeSeq = NO_SEQ
  let take = enoughFor(said)
  for (;;) {
    const page = await deps.messages.readBack(owner, sessionId, {
      fromSeq: 0,
      beforeSeq,
      take,
      encoding: 'o200k_base',
    })
    path = [...page.toReversed().map(compared), ...path]
    for (const { id, toolCalls } of page) if (toolCalls) calls.set(id, toolCalls)
    const last = path.at(-1)?.id ?? null
    const placed = newMessages(said, path)
    const oldest = page.at(-1)
    const isAtEnd = placed.kind === 'new' && placed.below === last
    if (isAtEnd || !oldest || page.length < take) {
      const below = placed.kind === 'new' ? (placed.below ?? '') : ''
      return { placed, last, called: (calls.get(below) ?? []).map(({ id }) => id) }
    }
    // What was changed may lie further back.
    beforeSeq = oldest.seq
    take = PAGE
  }
}

type Comparable = Pick<StoredMessage, 'role' | 'text' | 'toolCalls' | 'toolCallId'>

/**
 * White space around a text gets lost on the way through many clients, and within a call's arguments too: it is known
 * by its id.
 */
export const compare = ({ role, text, toolCalls = [], toolCallId }: Comparable): Compared => ({
  role,
  key: JSON.stringify([text.trim(), toolCallId, ...toolCalls.map(({ id }) => id)]),
})

const compared = (row: StoredMessage): StoredCompared => ({
  ...compare(row),
  id: row.id,
  doubtful: isDoubtful(row),
})

const isDoubtful = ({ role, text, status, toolCalls }: StoredMessage): boolean =>
  role === 'assistant' &&
  (status === 'failed' || status === 'interrupted' || (toolCalls === undefined && text.trim() === ''))
