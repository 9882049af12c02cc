'use client'

import { type ReactNode, useId } from 'react'
import { classes } from '@/components/ui/classes'
import { FIELD } from '@/components/ui/field'
import { useTypedNumber } from './use-typed-number'

type Props = {
  label: string
  unit?: string
  hint: string
  min: number
  max: number
  value: number
  read: (text: string) => number | null
  write: (value: number) => string
  onChange: (value: number) => void
  onLeave?: () => void
  /** Below the hint. */
  children?: ReactNode
}

/** A number within bounds that always counts. */
export function NumberField({ label, unit, hint, min, max, value, read, write, onChange, ...rest }: Props) {
  const { onLeave, children } = rest
  const id = useId()
  const { shown, wrong, type, leave } = useTypedNumber({ value, min, max, read, write, onChange })
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id} className="font-medium text-ui">
          {label}
        </label>
        <span className="flex items-center gap-2">
          <input
            id={id}
            aria-invalid={wrong || undefined}
            aria-describedby={`${id}-hint`}
            inputMode="decimal"
            autoComplete="off"
            className={classes(FIELD, 'h-9 w-20! text-end')}
            value={shown}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              leave()
              onLeave?.()
            }}
          />
          {unit && <span className="text-ink-2 text-ui">{unit}</span>}
        </span>
      </div>
      <p
        id={`${id}-hint`}
        role={wrong ? 'alert' : undefined}
        className={classes('text-small', wrong ? 'text-danger' : 'text-ink-3')}
      >
        {wrong ? `A number from ${write(min)} to ${write(max)}. Until then ${write(value)} counts.` : hint}
      </p>
      {children}
    </div>
  )
}
