import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes'
import { FIELD } from './field'

type Around = {
  label: ReactNode
  /** One sentence below the field. */
  hint?: ReactNode
  /** Takes the hint's place, and marks the field. */
  error?: string | null
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
