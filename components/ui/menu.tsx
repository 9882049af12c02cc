'use client'

import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes'

type MenuProps = {
  /** One element that can be pressed. */
  trigger: ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  className?: string
  onOpen?: () => void
  children: ReactNode
}

export function Menu({ trigger, side = 'bottom', align = 'end', className, onOpen, children }: MenuProps) {
  return (
    <Radix.Root modal={false} onOpenChange={(open) => open && onOpen?.()}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classes(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[calc(100vw-16px)] animate-rise overflow-y-auto rounded-md bg-float p-1 shadow-lift',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const ITEM =
  'flex select-none items-center gap-2 rounded-sm px-2 py-1.5 text-ui outline-none data-[disabled]:cursor-default data-[disabled]:opacity-50 data-[highlighted]:bg-hover'

type ItemProps = {
  icon?: LucideIcon
  onSelect: () => void
  destroys?: boolean
  disabled?: boolean
  children: ReactNode
}

export function MenuItem({ icon: Icon, onSelect, destroys, disabled, children }: ItemProps) {
  return (
    <Radix.Item
      className={classes(ITEM, destroys ? 'text-danger' : 'text-ink')}
      onSelect={onSelect}
      disabled={disabled}
    >
      {Icon && <Icon size={16} aria-hidden className="mt-0.5 shrink-0 self-start opacity-80" />}
      {children}
    </Radix.Item>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-rule" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-2 pb-1 text-ink-3 text-small">{children}</Radix.Label>
}

type ChoicesProps = { value: string; onChange: (value: string) => void; children: ReactNode }

export function MenuChoices({ value, onChange, children }: ChoicesProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {children}
    </Radix.RadioGroup>
  )
}

export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.RadioItem value={value} className={classes(ITEM, 'items-start text-ink')}>
      <span className="flex h-5 w-4 shrink-0 items-center">
        <Radix.ItemIndicator>
          <Check size={16} aria-hidden className="text-accent" />
        </Radix.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1">{children}</span>
    </Radix.RadioItem>
  )
}
