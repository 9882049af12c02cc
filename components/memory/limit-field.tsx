'use client'

import { type ReactNode, useId } from 'react'
import { classes } from '@/components/ui/classes'
import { FIELD } from '@/components/ui/field'
import { written } from '@/components/ui/written'
import { useTypedNumber } from './use-typed-number'
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

/** A limit that can be off. */
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
  const { shown, wrong, type, leave, forget } = useTypedNumber({
    ...{ value, min, max, onChange },
    read: wholeNumber,
    write: written,
  })
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <label className="flex min-h-9 items-center gap-2 font-medium text-ui">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={value !== null}
            onChange={(event) => {
              forget()
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
              value={shown}
              onChange={(event) => type(event.target.value)}
              onBlur={() => {
                leave()
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
