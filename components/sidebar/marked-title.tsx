import { matchedPart } from './matched-part'

/** What is farther behind the beginning of a title may not be seen in a row; so much is then left before it. */
const SEEN = 26
const BEFORE = 12

/** Where a title is shown from, so that the part is seen: at its beginning, or at a word's. */
function startFor(title: string, part: { start: number; end: number }): number {
  if (part.end <= SEEN || part.start <= BEFORE) return 0
  const word = title.indexOf(' ', part.start - BEFORE) + 1
  return word > 0 && word <= part.start ? word : part.start - BEFORE
}

/** A title with the part marked that a filter found, which is brought into view. */
export function MarkedTitle({ title, sought }: { title: string; sought: string | null }) {
  const part = sought === null ? null : matchedPart(title, sought)
  if (!part) return title
  const shown = startFor(title, part)
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
