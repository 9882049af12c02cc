import { fromMarkdown } from 'mdast-util-from-markdown'

/** Of a short Markdown text what is read, on one line: no marks, of a picture its description. */
export const plainWords = (markdown: string): string =>
  wordsOf(fromMarkdown(markdown)).replace(/\s+/g, ' ').trim()

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

/** What holds a line has its words beside each other; what holds blocks has them apart. */
const OF_LINES: ReadonlySet<Node['type']> = new Set([
  'paragraph',
  'heading',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
])

function wordsOf(node: Node): string {
  if ('children' in node) return node.children.map(wordsOf).join(OF_LINES.has(node.type) ? '' : ' ')
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  return ' '
}
