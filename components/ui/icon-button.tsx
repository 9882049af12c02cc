'use client'

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes'
import type { Shortcut } from './shortcut'
import { Tooltip } from './tooltip'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon
  /** The button's name, spoken and shown as a tooltip. */
  label: string
  shortcut?: Shortcut
  size?: 'small' | 'normal'
  side?: 'top' | 'right' | 'bottom' | 'left'
}

export function IconButton({
  icon: Icon,
  label,
  shortcut,
  size = 'normal',
  side,
  className,
  type = 'button',
  ...rest
}: Props) {
  return (
    <Tooltip text={label} shortcut={shortcut} side={side}>
      <button
        type={type}
        aria-label={label}
        className={classes(
          'inline-flex shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-pressed:text-accent data-[state=open]:bg-hover',
          'disabled:pointer-events-none disabled:opacity-40',
          size === 'small' ? 'size-7' : 'size-9',
          className,
        )}
        {...rest}
      >
        <Icon size={16} aria-hidden />
      </button>
    </Tooltip>
  )
}
