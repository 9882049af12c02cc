import { useLayoutEffect, useRef } from 'react'

/**
 * For a dialog's `onCloseAutoFocus`: gives the focus back to what had it when the dialog opened; to a menu's
 * button, where a menu opened it. What is gone by then gets nothing, so that the page can choose.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (open) opener.current = focusedOrMenuButton()
  }, [open])
  return (event) => {
    event.preventDefault()
    if (opener.current?.isConnected) opener.current.focus()
  }
}

function focusedOrMenuButton(): HTMLElement | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role="menu"]')
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return focused instanceof HTMLElement ? focused : null
}
