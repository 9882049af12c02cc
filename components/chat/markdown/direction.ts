type Node = { type: string; tagName?: string; properties?: Record<string, unknown>; children?: Node[] }

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'th', 'td'])

/** A rehype plugin: every block takes its direction from its own first letters, so that languages can be mixed. */
export function rehypeDirection() {
  return (tree: Node): void => mark(tree)
}

function mark(node: Node): void {
  if (node.tagName && BLOCKS.has(node.tagName)) node.properties = { ...node.properties, dir: 'auto' }
  node.children?.forEach(mark)
}
