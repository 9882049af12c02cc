/**
 * What the lines so far leave open: `fence`: a code fence; `list`: a list, whose outermost item holds every line
 * indented as far as its content; `unsure`: a line that may or may not have begun or ended a list.
 */
type Open = { fence: Fence | null; list: { content: number } | null; unsure: boolean; afterBlank: boolean }
type Fence = { mark: string; length: number }

/** Where nobody can say whether a fence is open, nothing more is cut. */
const ENDLESS: Fence = { mark: '', length: Number.POSITIVE_INFINITY }

const ITEM = /^([-*+]|\d{1,9}[.)])(?:([ \t]+)(\S)|[ \t]*$)/
/** Not yet a list item, but it may become one with the next piece of the stream. */
const HALF_ITEM = /^\d{1,9}$/
const RULE = /^([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m

/**
 * Cuts Markdown where one block surely ends and another begins, so that all but the last can be rendered once
 * and kept while text is added. Joined, the blocks are the text. It cuts rather too seldom: at a line without
 * indentation after an empty one, never in a fence nor between the items of a list.
 */
export function splitMarkdown(text: string): string[] {
  const blocks: string[] = []
  let open: Open = { fence: null, list: null, unsure: false, afterBlank: false }
  let start = 0
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? text.length : end)
    if (at > start && begins(line, open)) {
      blocks.push(text.slice(start, at))
      start = at
      open = { fence: null, list: null, unsure: false, afterBlank: false }
    }
    open = after(line, open)
    at = end === -1 ? text.length : end + 1
  }
  if (start < text.length) blocks.push(text.slice(start))
  return blocks
}

/** Whether blocks refer to each other, as links and footnotes do: a finished text is then rendered in one piece. */
export function refersAcross(text: string): boolean {
  return DEFINITION.test(text)
}

function begins(line: string, { fence, list, unsure, afterBlank }: Open): boolean {
  if (fence || !afterBlank || !/^\S/.test(line)) return false
  return !(list || unsure) || !(ITEM.test(line) || HALF_ITEM.test(line)) || RULE.test(line)
}

function after(line: string, open: Open): Open {
  const text = line.trim()
  const indent = indentOf(line)
  if (open.fence) return closes(text, indent, open.fence) ? { ...open, fence: null, afterBlank: false } : open
  if (text === '') return { ...open, afterBlank: true }
  const next = { ...open, afterBlank: false }
  if (indent > 3) return next
  const mark = FENCE.exec(text)?.[1]
  if (open.list && indent >= open.list.content)
    return mark && open.unsure ? { ...next, fence: ENDLESS } : next
  if (mark) return { ...next, list: null, fence: { mark: mark.charAt(0), length: mark.length } }
  if (RULE.test(text)) return { ...next, list: null }
  const item = ITEM.exec(text)
  if (!item && open.afterBlank) return { ...next, list: null }
  if (!item) return { ...next, unsure: open.unsure || open.list !== null }
  return { ...next, list: { content: indent + contentOf(item) }, unsure: open.unsure || !surelyItem(item) }
}

/** A number other than 1, and an item without text, begin a list in some places only. */
function surelyItem([, marker = '', , content]: RegExpExecArray): boolean {
  return content !== undefined && (!/^\d/.test(marker) || Number.parseInt(marker, 10) === 1)
}

function contentOf([, marker = '', space = ' ', content]: RegExpExecArray): number {
  const width = columnsOf(space, marker.length)
  return marker.length + (content === undefined || width > 4 ? 1 : width)
}

function closes(text: string, indent: number, { mark, length }: Fence): boolean {
  return indent < 4 && text.length >= length && text === mark.repeat(text.length)
}

const indentOf = (line: string): number => columnsOf(/^[ \t]*/.exec(line)?.[0] ?? '', 0)

/** Tabs reach to the next multiple of four. */
function columnsOf(space: string, from: number): number {
  let column = from
  for (const each of space) column += each === '\t' ? 4 - (column % 4) : 1
  return column - from
}
