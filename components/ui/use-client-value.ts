import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** What only the browser knows, such as its platform; null in the server's page and until the page is alive. */
export function useClientValue<T extends string | boolean>(read: () => T | null): T | null {
  return useSyncExternalStore(never, read, () => null)
}
