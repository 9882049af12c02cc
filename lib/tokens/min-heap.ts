/** Numbers, the smallest first. Both operations take log n steps. */
export type MinHeap = {
  push(key: number): void
  /** Takes out the smallest; undefined when there is none. */
  pop(): number | undefined
}

/** `capacity` is what it holds before it has to grow. */
export function createMinHeap(capacity: number): MinHeap {
  let keys = new Float64Array(Math.max(capacity, 1))
  let size = 0

  function push(key: number): void {
    if (size === keys.length) {
      const more = new Float64Array(size * 2)
      more.set(keys)
      keys = more
    }
    let at = size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = keys[parent] as number
      if (above <= key) break
      keys[at] = above
      at = parent
    }
    keys[at] = key
  }

  function pop(): number | undefined {
    if (size === 0) return undefined
    const smallest = keys[0]
    size--
    sink(keys[size] as number)
    return smallest
  }

  /** Finds the place of `key`, beginning at the top, which is free. */
  function sink(key: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++
      const below = keys[child] as number
      if (below >= key) break
      keys[at] = below
      at = child
    }
    keys[at] = key
  }

  return { push, pop }
}
