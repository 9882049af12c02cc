type Node = { type: string; tagName?: string; properties?: Record<string, unknown>; children?: Node[] }

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'th', 'td'])

/**
 * A rehype plugin: every outer block takes its direction from its own first letters, so that languages can be
 * mixed. Blocks within it follow it: a list of Arabic items has its bullets on the right.
 */
export function rehypeDirection() {
  return (tree: Node): void => mark(tree)
}

function mark(node: Node): void {
  if (node.tagName && BLOCKS.has(node.tagName)) node.properties = { ...node.properties, dir: 'auto' }
  else node.children?.forEach(mark)
}
