import { z } from 'zod'

/** A response of `/v1/embeddings`, of which the rest was read. `index`: the place of the vector's text in the request. */
const placed = z.object({ data: z.array(z.object({ index: z.number().nullish() })) })

/**
 * The vectors in the order of the texts: the SDK gives them as they came, and a server that works side by side need not
 * keep to the order. `bodies`: of the responses, one after another. Where a server names no places, they are in order;
 * null: it names one twice, or one that is none.
 */
export function vectorsInOrder(
  vectors: readonly number[][],
  bodies: readonly unknown[],
): readonly number[][] | null {
  const places: (number | null)[] = []
  for (const body of bodies) {
    const first = places.length
    for (const { index } of placed.parse(body).data) places.push(index == null ? null : first + index)
  }
  if (places.every((place) => place === null)) return vectors
  const inOrder: number[][] = []
  for (const [at, vector] of vectors.entries()) inOrder[places[at] ?? -1] = vector
  return vectors.every((_, place) => place in inOrder) ? inOrder : null
}
