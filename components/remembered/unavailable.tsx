/** Said in the place of the memory where the server keeps none. */
export function Unavailable() {
  return (
    <p className="border-rule border-t pt-6 text-ink-2">
      This server remembers nothing beyond each conversation: it was started with{' '}
      <code className="font-mono text-small">RECALL=0</code>. Whoever runs it can start it without that; what
      was said before is indexed then.
    </p>
  )
}
