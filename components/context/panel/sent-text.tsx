/** A text as it was sent, letter by letter. */
export function SentText({ children }: { children: string }) {
  return (
    <pre dir="auto" className="wrap-anywhere whitespace-pre-wrap font-mono text-small">
      {children}
    </pre>
  )
}
