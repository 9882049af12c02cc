import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes'

export const FIELD =
  'w-full rounded-md border border-rule-strong bg-paper px-3 text-ink text-ui transition-colors hover:border-ink-3 focus-visible:border-accent focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-danger'

type Around = {
  label: ReactNode
  /** One sentence below the field. */
  hint?: ReactNode
  /** Takes the hint's place, and marks the field. */
  error?: string | null
}

export function TextField({ label, hint, error, className, ...rest }: ComponentProps<'input'> & Around) {
  const id = useId()
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-ui">
        {label}
      </label>
      <input
        id={id}
        className={classes(FIELD, 'h-9')}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-hint` : undefined}
        {...rest}
      />
      <FieldHint id={`${id}-hint`} hint={hint} error={error} />
    </div>
  )
}

export function TextArea({ label, hint, error, className, ...rest }: ComponentProps<'textarea'> & Around) {
  const id = useId()
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-ui">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        className={classes(FIELD, 'min-h-24 resize-y py-2')}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-hint` : undefined}
        {...rest}
      />
      <FieldHint id={`${id}-hint`} hint={hint} error={error} />
    </div>
  )
}

function FieldHint({ id, hint, error }: { id: string; hint: ReactNode; error: string | null | undefined }) {
  if (!hint && !error) return null
  return (
    <p
      id={id}
      role={error ? 'alert' : undefined}
      className={classes('text-small', error ? 'text-danger' : 'text-ink-3')}
    >
      {error ?? hint}
    </p>
  )
}
