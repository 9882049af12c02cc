import { matchedPart } from './matched-part'

/** What is farther behind the beginning of a title may not be seen in a row; so much is then left before it. */
const SEEN = 26
const BEFORE = 10

/** A title with the part marked that a filter found, which is brought into view. */
export function MarkedTitle({ title, sought }: { title: string; sought: string | null }) {
  const part = sought === null ? null : matchedPart(title, sought)
  if (!part) return title
  const shown = part.end > SEEN && part.start > BEFORE ? part.start - BEFORE : 0
  const marked = (
    <>
      {shown > 0 && '…'}
      {title.slice(shown, part.start)}
      <mark className="rounded-sm bg-accent-soft text-ink">{title.slice(part.start, part.end)}</mark>
      {title.slice(part.end)}
    </>
  )
  if (shown === 0) return marked
  return (
    <>
      <span aria-hidden>{marked}</span>
      <span className="sr-only">{title}</span>
    </>
  )
}
