import { type FoldFrame, foldEnd, type StoredMessage } from '../memory/index.ts'
import type { Messages } from '../ports/messages.ts'
import type { Stretch } from './exchanges-on.ts'
import { rowsIn } from './tokens-in.ts'

const PAGE = 64

type Deps = { messages: Pick<Messages, 'readBack'> }

/** What of a stretch a summary should tell by now. Reads back as far as what may stay as it is. */
export const dueOf = (deps: Deps, frame: FoldFrame, stretch: Stretch): Promise<Stretch | null> =>
  untilFound(deps, stretch, (rows) => {
    const end = foldEnd(frame, rows)
    return end === null ? null : end + 1
  })

/** All of a stretch but the newest exchange. */
export const allButNewest = (deps: Deps, stretch: Stretch): Promise<Stretch | null> =>
  untilFound(deps, stretch, (rows) => rows.findLast(({ role }) => role === 'user')?.seq ?? null)

/** The stretch up to the seq that is found in its newest rows, of which more are read until one is; null: none is. */
async function untilFound(
  { messages }: Deps,
  stretch: Stretch,
  find: (rows: readonly StoredMessage[]) => number | null,
): Promise<Stretch | null> {
  const { owner, sessionId, fromSeq, encoding } = stretch
  let rows: StoredMessage[] = []
  let { beforeSeq } = stretch
  for (;;) {
    const page = await messages.readBack(owner, sessionId, { fromSeq, beforeSeq, take: PAGE, encoding })
    rows = [...rowsIn(encoding, page.toReversed()), ...rows]
    const found = find(rows)
    if (found !== null) return found > fromSeq ? { ...stretch, beforeSeq: found } : null
    const oldest = page.at(-1)
    if (!oldest || page.length < PAGE) return null
    beforeSeq = oldest.seq
  }
}
