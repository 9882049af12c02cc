/**
 * Far more than anyone writes. The parser's time grows with the square of these or faster, and its stack with the
 * depth: a few kilobytes beyond them would keep the server from answering for minutes, or fail for ever.
 */
const MOST = {
  /** UTF-16 units. */
  length: 60_000,
  /** Quotes and list items that begin on one line, one within the other. */
  opened: 30,
  /** Columns at which list items begin. */
  levels: 30,
  /** Asterisks, brackets and the like in what may be one paragraph, a row of the same being one. */
  marks: 400,
  /** Cells of a table for each that is written: every row is filled up to the columns of its head. */
  filledUp: 4,
}

const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/
const CONTAINER = />|[-*+]|\d+[.)]/g
const MARKS = /[*_~`[\]!<]/g
const EMPTY = /^[ \t>]*$/
/** Begins another paragraph, or a cell that is parsed like one. */
const ANOTHER = /^[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|\||#)/
const TABLE_RULE = /^[ \t>]*(?=.*\|)(?=.*-)[|:\- \t]+$/
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/

/** Whether a block of Markdown is to be shown as the text it is, because parsing it could take the page down. */
export function isTooIntricate(block: string): boolean {
  if (block.length > MOST.length) return true
  const levels = new Set<number>()
  let marks = 0
  let table = { columns: 0, rows: 0, written: 0 }
  for (const line of withoutCode(block)) {
    const containers = CONTAINERS.exec(line)?.[0]
    if (containers !== undefined) {
      if (countOf(CONTAINER, containers) > MOST.opened) return true
      if (levels.add(containers.length).size > MOST.levels) return true
    }

    if (EMPTY.test(line) || ANOTHER.test(line)) marks = 0
    marks += countOf(MARKS, line)
    if (marks > MOST.marks) return true

    const pipes = countOf(/\|/g, line)
    if (EMPTY.test(line)) table = { columns: 0, rows: 0, written: 0 }
    else if (TABLE_RULE.test(line)) table = { columns: pipes + 1, rows: 0, written: pipes + 1 }
    table.rows += 1
    table.written += pipes + 1
    if (table.columns * table.rows > MOST.filledUp * table.written) return true
  }
  return false
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0

/**
 * The lines outside code fences, whose content costs nothing. Only fences that nothing around them can undo: those at
 * the edge, in a block without HTML, which may go on across them.
 */
function withoutCode(block: string): string[] {
  const kept: string[] = []
  let fence: string | null = null
  let html = false
  for (const line of block.split('\n')) {
    if (fence !== null) {
      const text = line.trim()
      if (text.length >= fence.length && text === fence.charAt(0).repeat(text.length)) fence = null
      continue
    }
    html ||= /^[ \t>]*</.test(line)
    fence = html ? null : (FENCE.exec(line)?.[1] ?? null)
    if (fence === null) kept.push(line)
  }
  return kept
}
