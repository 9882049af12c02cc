import type { Encoding, StoredMessage } from '../memory/index.ts'
import type { Messages } from '../ports/messages.ts'
import { rowsIn } from './tokens-in.ts'

const PAGE = 64

export type Stretch = {
  owner: string
  sessionId: string
  fromSeq: number
  /** Where an exchange begins, or the end of the path: none is cut. */
  beforeSeq: number
  encoding: Encoding
}

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
