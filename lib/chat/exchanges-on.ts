import type { StoredMessage } from '../memory/index.ts'
import type { Messages, PathRange } from '../ports/messages.ts'
import { rowsIn } from './tokens-in.ts'

const PAGE = 64

/** A part of a session's path that ends where an exchange begins, or with the path: none is cut. */
export type Stretch = PathRange & { owner: string; sessionId: string }

/** The exchanges of a stretch of the path, oldest first, read as they are asked for. */
export async function* exchangesOn(
  messages: Pick<Messages, 'readOn'>,
  { owner, sessionId, ...stretch }: Stretch,
): AsyncGenerator<StoredMessage[], void, undefined> {
  let { fromSeq } = stretch
  let open: StoredMessage[] = []
  for (;;) {
    const page = await messages.readOn(owner, sessionId, { ...stretch, fromSeq, take: PAGE })
    for (const row of rowsIn(stretch.encoding, page)) {
      if (row.role === 'user' && open.length > 0) {
        yield open
        open = []
      }
      open.push(row)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    fromSeq = last.seq + 1
  }
  if (open.length > 0) yield open
}
