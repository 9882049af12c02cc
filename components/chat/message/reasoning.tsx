import { ChevronRight } from 'lucide-react'
import { Markdown } from '../markdown/markdown'

/** What the model thought before it answered, folded away. */
export function Reasoning({ text, growing }: { text: string; growing: boolean }) {
  return (
    <details className="group/reasoning mb-3 text-ink-2">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm text-small hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} aria-hidden className="transition-transform group-open/reasoning:rotate-90" />
        {growing ? 'Thinking…' : 'Reasoning'}
      </summary>
      <div className="mt-2 border-rule border-s ps-4 text-ui">
        <Markdown text={text} growing={growing} />
      </div>
    </details>
  )
}
