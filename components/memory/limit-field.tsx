'use client'

import { type ReactNode, useId, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { FIELD } from '@/components/ui/field'
import { written } from '@/components/ui/written'
import { wholeNumber } from './whole-number'

type Props = {
  /** What is limited: "Limit by exchanges". */
  label: string
  unit: string
  /** null: none. */
  hint: string | null
  min: number
  max: number
  /** null: no limit. */
  value: number | null
  /** Where a limit begins when it is switched on. */
  fallback: number
  onChange: (value: number | null) => void
  onLeave?: () => void
  /** Where there is little room beside it. */
  narrow?: boolean
  /** Below the hint. */
  children?: ReactNode
}

/**
 * A limit that can be off. Only a number within its bounds is handed on; what is typed stays as it is until one leaves.
 */
export function LimitField({
  label,
  unit,
  hint,
  min,
  max,
  value,
  fallback,
  onChange,
  onLeave,
  narrow = false,
  children,
}: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const number = typed === null ? value : wholeNumber(typed)
  const wrong = typed !== null && (number === null || number < min || number > max)

  const type = (text: string) => {
    setTyped(text)
    const next = wholeNumber(text)
    if (next !== null && next >= min && next <= max) onChange(next)
  }

  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <label className="flex min-h-9 items-center gap-2 font-medium text-ui">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={value !== null}
            onChange={(event) => {
              setTyped(null)
              onChange(event.target.checked ? fallback : null)
            }}
          />
          {label}
        </label>
        {value !== null && (
          <span className="flex items-center gap-2 max-drawer:ms-6 max-drawer:basis-full">
            <input
              aria-label={`${label}: ${unit}`}
              aria-invalid={wrong || undefined}
              aria-describedby={wrong || hint !== null ? `${id}-hint` : undefined}
              inputMode="numeric"
              autoComplete="off"
              className={classes(FIELD, 'h-9 text-end', narrow ? 'w-20!' : 'w-28!')}
              value={typed !== null && (wrong || number === value) ? typed : written(value)}
              onChange={(event) => type(event.target.value)}
              onBlur={() => {
                if (!wrong) setTyped(null)
                onLeave?.()
              }}
            />
            <span className="text-ink-2 text-ui">{unit}</span>
          </span>
        )}
      </div>
      {(wrong || hint !== null) && (
        <p
          id={`${id}-hint`}
          role={wrong ? 'alert' : undefined}
          className={classes('ms-6 text-small', wrong ? 'text-danger' : 'text-ink-3')}
        >
          {wrong
            ? `A whole number from ${written(min)} to ${written(max)}. Until then ${written(value ?? fallback)} counts.`
            : hint}
        </p>
      )}
      {children}
    </div>
  )
}
