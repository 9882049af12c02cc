import type { StoredMessage } from '../memory/index.ts'
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
 * the path; null: there is none. `called`: by the message that the first of them follows. Throws nothing for a session
 * that is gone: its path is empty.
 */
export async function placeMessages(
  deps: Deps,
  { owner, sessionId }: { owner: string; sessionId: string },
  said: readonly Compared[],
): Promise<{ placed: Placed; last: string | null; called: readonly string[] }> {
  let path: StoredCompared[] = []
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
    const last = path.at(-1)?.id ?? null
    const placed = newMessages(said, path)
    const oldest = page.at(-1)
    const isAtEnd = placed.kind === 'new' && placed.below === last
    if (isAtEnd || !oldest || page.length < take)
      return { placed, last, called: callsBefore(path, said, placed) }
    // What was changed may lie further back.
    beforeSeq = oldest.seq
    take = PAGE
  }
}

function callsBefore(
  path: readonly StoredCompared[],
  said: readonly Compared[],
  placed: Placed,
): readonly string[] {
  const [first] = said
  const caller = path.findLast(({ id, calls }) =>
    placed.kind === 'new' ? id === placed.below : calls?.includes(first?.answers ?? ''),
  )
  return caller?.calls ?? []
}

type Comparable = Pick<StoredMessage, 'role' | 'text' | 'toolCalls' | 'toolCallId'>

/**
 * White space around a text gets lost on the way through many clients, and within a call's arguments too: it is known
 * by its id.
 */
export function compare({ role, text, toolCalls, toolCallId }: Comparable): Compared {
  const calls = toolCalls?.map(({ id }) => id)
  return { role, key: JSON.stringify([text.trim(), toolCallId, calls]), calls, answers: toolCallId }
}

const compared = (row: StoredMessage): StoredCompared => ({
  ...compare(row),
  id: row.id,
  doubtful: isDoubtful(row),
})

const isDoubtful = ({ role, text, status, toolCalls }: StoredMessage): boolean =>
  role === 'assistant' &&
  (status === 'failed' || status === 'interrupted' || (toolCalls === undefined && text.trim() === ''))
