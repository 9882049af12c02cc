/** What is sent or given, as it is written. */
export function CodeExample({ label, text }: { label: string; text: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-ink-3 text-small">{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key. */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-panel px-3 py-2 font-mono text-small">
        {text}
      </pre>
    </figure>
  )
}
