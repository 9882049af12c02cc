'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { RECALL_BOUNDS } from '@/lib/schemas/memory-settings'
import { NumberField } from './number-field'
import { minScoreHint } from './recall-words'
import { share } from './share'

type Props = {
  label: string
  /** null: the embedding model's own rule. */
  value: number | null
  onChange: (value: number | null) => void
  onLeave?: () => void
  children?: ReactNode
}

/** Where a limit of one's own begins. */
const FIRST = 0.5

/** For whoever wants to decide that themselves: folded away as long as nothing is set. */
export function LeastSimilarity({ label, value, onChange, onLeave, children }: Props) {
  const id = useId()
  return (
    <details className="group/advanced" open={value !== null || undefined}>
      <summary className="flex min-h-9 w-fit list-none items-center gap-1 rounded-sm text-ink-2 text-ui hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden
          className="shrink-0 transition-transform group-open/advanced:rotate-90"
        />
        Advanced
      </summary>
      <div className="flex flex-col gap-1">
        <label className="flex min-h-9 items-center gap-2 font-medium text-ui">
          <input
            type="checkbox"
            aria-describedby={value === null ? id : undefined}
            className="size-4 shrink-0 accent-accent"
            checked={value !== null}
            onChange={(event) => onChange(event.target.checked ? FIRST : null)}
          />
          {label}
        </label>
        <div className="ms-6">
          {value === null ? (
            <p id={id} className="text-ink-3 text-small">
              {minScoreHint(null)}
            </p>
          ) : (
            <NumberField
              label="At least"
              hint={minScoreHint(value)}
              {...RECALL_BOUNDS.minScore}
              value={value}
              read={share}
              write={String}
              onChange={onChange}
              onLeave={onLeave}
            />
          )}
        </div>
        {children}
      </div>
    </details>
  )
}
