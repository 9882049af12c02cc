import { useCallback, useSyncExternalStore } from 'react'

const CHANGED = 'throughline:flag'

/** A choice that this browser remembers. False in the server's page, and where nothing can be stored. */
export function useStoredFlag(name: string): [boolean, (on: boolean) => void] {
  const key = `throughline:${name}`
  const on = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => false,
  )
  const set = useCallback(
    (next: boolean) => {
      write(key, next)
      window.dispatchEvent(new Event(CHANGED))
    },
    [key],
  )
  return [on, set]
}

/** Where the browser refuses storage, the choice holds as long as the page. */
const refused = new Map<string, boolean>()

function read(key: string): boolean {
  try {
    return refused.get(key) ?? localStorage.getItem(key) === 'on'
  } catch {
    return false
  }
}

function write(key: string, on: boolean): void {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
    refused.delete(key)
  } catch {
    refused.set(key, on)
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', listener)
  }
}
