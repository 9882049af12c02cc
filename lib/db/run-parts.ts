import type { MessagePart } from '../schemas/message.ts'
import type { Reader, Writer } from './client.ts'

type Row = { part: number; offset: number; kind: string; text: string }

export const kindOf = ({ kind }: { kind: string }): MessagePart['type'] =>
  kind === 'reasoning' ? 'reasoning' : 'text'

/** What a run's log holds, put together; empty without a log. */
export async function readRunParts(db: Reader | Writer, runId: string): Promise<MessagePart[]> {
  const rows = await db.runLog.findMany({
    where: { runId },
    orderBy: [{ part: 'asc' }, { offset: 'asc' }],
    select: { part: true, offset: true, kind: true, text: true },
  })
  return assembleParts(rows)
}

/** Rows in order of part and offset. A part goes as far as its text has no gap. */
function assembleParts(rows: readonly Row[]): MessagePart[] {
  const parts: MessagePart[] = []
  let current = -1
  for (const row of rows) {
    if (row.part !== current) {
      parts.push({ type: kindOf(row), text: '' })
      current = row.part
    }
    const part = parts.at(-1)
    if (part && part.text.length === row.offset) part.text += row.text
  }
  return parts
}
