import type { ComponentProps } from 'react'
import { classes } from './classes'

type Look = {
  /** `quiet` has no ground until it is pointed at; `danger` is for what destroys. */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'small' | 'normal'
}

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border border-rule-strong bg-float text-ink hover:bg-hover',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:brightness-110',
} as const

const SIZES = {
  small: 'h-7 gap-1.5 px-2 text-small',
  normal: 'h-9 gap-2 px-3 text-ui',
} as const

/** The same look for a link. */
export function buttonClasses({ variant = 'plain', size = 'normal' }: Look = {}): string {
  return classes(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors',
    'disabled:pointer-events-none disabled:opacity-50',
    VARIANTS[variant],
    SIZES[size],
  )
}

export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look) {
  return <button type={type} className={classes(buttonClasses({ variant, size }), className)} {...rest} />
}
