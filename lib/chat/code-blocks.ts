import { fromMarkdown } from 'mdast-util-from-markdown'

export type CodeBlock = {
  /** The first word behind the opening fence, as it was written; null where there is none. */
  language: string | null
  code: string
}

/** UTF-16 units, and quotes or list items that begin on one line: the parser's time grows with their square. */
const LONGEST = 60_000
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){30}/m

/** What stands within a line ends no block, and is most of the work. */
const BLOCKS_ALONE = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
}

/** The fenced blocks of a Markdown text in their order; null where it is too much to be looked through. */
export function codeBlocksOf(text: string): CodeBlock[] | null {
  if (!/```|~~~/.test(text)) return []
  if (text.length > LONGEST || TOO_DEEP.test(text)) return null
  return fencedIn(fromMarkdown(text, { extensions: [BLOCKS_ALONE] }), text)
}

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

function fencedIn(node: Node, text: string): CodeBlock[] {
  if ('children' in node) return node.children.flatMap((child) => fencedIn(child, text))
  // The other code is indented, and begins with that.
  const isFenced = node.type === 'code' && /[`~]/.test(text[node.position?.start.offset ?? -1] ?? '')
  return isFenced ? [{ language: node.lang ?? null, code: node.value }] : []
}
