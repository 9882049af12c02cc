const KEPT = 100

/**
 * Makes a thing once for each name and keeps it. All are forgotten when there are too many: names come from outside.
 */
export function oncePerName<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known
    if (made.size === KEPT) made.clear()
    const fresh = make(name)
    made.set(name, fresh)
    return fresh
  }
}
