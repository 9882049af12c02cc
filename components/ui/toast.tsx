'use client'

import { Toast as Radix } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Button } from './button'
import { classes } from './classes'
import { type Shown, type ToastContent, withToast } from './shown-toasts'

const ToastContext = createContext<((content: ToastContent) => void) | null>(null)

/** Shows a short message away from the composer: at the foot of the sidebar, on a narrow screen below the header. */
export function useToast(): (content: ToastContent) => void {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it.')
  return show
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const show = useCallback((content: ToastContent) => {
    setToasts((now) => withToast(now, content))
  }, [])
  return (
    <ToastContext value={show}>
      <Radix.Provider label="Notice" swipeDirection="down">
        {children}
        {toasts.map(({ id, text, action, duration = 6_000, tone = 'plain' }) => (
          <Radix.Root
            key={id}
            duration={duration}
            onOpenChange={(open) => !open && setToasts((now) => now.filter((toast) => toast.id !== id))}
            className={classes(
              'pointer-events-auto flex animate-rise items-center gap-3 rounded-md bg-float py-2 pr-2 pl-4 text-ui shadow-lift',
              tone === 'danger' && 'text-danger',
            )}
          >
            <Radix.Description className="min-w-0 flex-1 py-1">{text}</Radix.Description>
            {action && (
              <Radix.Action altText={action.label} asChild>
                <Button variant="quiet" size="small" className="text-accent!" onClick={action.onPress}>
                  {action.label}
                </Button>
              </Radix.Action>
            )}
            <Radix.Close asChild>
              <Button variant="quiet" size="small">
                Close
              </Button>
            </Radix.Close>
          </Radix.Root>
        ))}
        {/* A popover that opens upwards has its head where the notices of a narrow screen stand. */}
        <Radix.Viewport className="pointer-events-none fixed inset-x-3 top-14 z-60 flex flex-col gap-2 max-drawer:[body:has([role=dialog][data-side=top])_&]:top-auto max-drawer:[body:has([role=dialog][data-side=top])_&]:bottom-3 drawer:inset-x-auto drawer:start-3 drawer:top-auto drawer:bottom-16 drawer:w-88" />
      </Radix.Provider>
    </ToastContext>
  )
}
