/** A message as it is compared: what is the same has the same key. */
export type Compared = {
  role: 'user' | 'assistant' | 'tool' | 'system'
  key: string
  /** The ids of what an answer calls. */
  calls?: readonly string[] | undefined
  /** Of a result: the call. Models give the same id to calls of different answers. */
  answers?: string | undefined
}

/** One of the path. `doubtful`: a client may never have seen it, as an answer that failed. */
export type StoredCompared = Compared & { id: string; doubtful: boolean }

export type Placed =
  /** The client's messages from the place `from` on are new, below that message; null: below none, a path of its own. */
  | { kind: 'new'; below: string | null; from: number }
  /** Nothing is new: that message is to be answered anew. */
  | { kind: 'again'; messageId: string }

/**
 * Which of a client's messages are new, and where they go, whether it sends the new ones alone, the whole history each
 * time or the end of it, or a history in which something was changed. `said`: the client's, oldest first, a message of
 * the user or a result last. `path`: the end of the session's, oldest first. Whatever comes of it, the path ends with
 * what was sent, and nothing is in it twice. `path` needs hold no more messages than were sent, doubtful ones aside,
 * unless what was sent holds an answer and its beginning is not found there.
 */
export function newMessages(said: readonly Compared[], path: readonly StoredCompared[]): Placed {
  const last = path.at(-1)
  const [first] = said
  const holdsAnswer = said.some(({ role }) => role === 'assistant')
  if (!holdsAnswer && last && first?.answers !== undefined && last.calls?.includes(first.answers))
    return { kind: 'new', below: last.id, from: 0 }

  // The result of a call is not said twice as a word may be.
  const holdsResult = said.some(({ role }) => role === 'tool')
  const seen = path.filter(({ doubtful }) => !doubtful)
  // Many clients keep what was said, and not what was called for it.
  const spoken = holdsAnswer && !holdsResult ? seen.filter((each) => !isOfTools(each)) : seen
  const views = [path, seen, spoken].map((stored) => ({ stored, lengths: prefixLengths(said, stored) }))
  const end = longest(views, (place, length, { length: all }) => place + length === all)
  if (end) {
    const answered = end.stored.at(-1)
    if (end.length < said.length) return { kind: 'new', below: last?.id ?? null, from: end.length }
    if (answered) return { kind: 'again', messageId: answered.id }
  }

  const all = longest(views, (_, length) => length === said.length)
  const answered = all?.stored[all.place + all.length - 1]
  if (all && answered && (holdsAnswer || holdsResult || isOnlyExchange(all)))
    return { kind: 'again', messageId: answered.id }
  if (!holdsAnswer) return { kind: 'new', below: last?.id ?? null, from: 0 }

  const run = longest(views, () => true)
  if (!run) return { kind: 'new', below: null, from: 0 }
  return { kind: 'new', below: run.stored[run.place + run.length - 1]?.id ?? null, from: run.length }
}

const isOfTools = ({ calls, answers }: Compared) => calls !== undefined || answers !== undefined

/** `length` messages of what is stored, from `place` on, are those that were sent first. */
type Run = { stored: readonly StoredCompared[]; place: number; length: number }

/** The newest of the longest runs that are wanted; null: there is none. */
function longest(
  views: readonly { stored: readonly StoredCompared[]; lengths: readonly number[] }[],
  isWanted: (place: number, length: number, stored: readonly StoredCompared[]) => boolean,
): Run | null {
  let best: Run | null = null
  for (const { stored, lengths } of views)
    for (const [place, length] of lengths.entries())
      if (length > 0 && length >= (best?.length ?? 0) && isWanted(place, length, stored))
        best = { stored, place, length }
  return best
}

/**
 * Words that were said before are said again more often than they are tried again: only where nothing else was ever said
 * they are taken for a second try.
 */
const isOnlyExchange = ({ stored, place, length }: Run): boolean =>
  place === 0 && stored.slice(length).every(({ role }) => role !== 'user')

/**
 * For every place of what is stored, how many messages from there on are those that were sent first. By the Z algorithm,
 * in one pass: compared one by one, a thousand equal messages would take a million steps.
 */
function prefixLengths(said: readonly Compared[], stored: readonly Compared[]): number[] {
  const keys = [...said.map(keyOf), null, ...stored.map(keyOf)]
  const lengths = new Array<number>(keys.length).fill(0)
  let from = 0
  let to = 0
  for (let place = 1; place < keys.length; place++) {
    let length = place < to ? Math.min(to - place, lengths[place - from] ?? 0) : 0
    while (place + length < keys.length && keys[length] === keys[place + length]) length += 1
    if (place + length > to) {
      from = place
      to = place + length
    }
    lengths[place] = length
  }
  return lengths.slice(said.length + 1)
}

const keyOf = ({ role, key }: Compared) => `${role} ${key}`
