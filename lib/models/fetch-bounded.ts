import { fetchStraight } from './fetch-straight.ts'

/**
 * `fetchStraight` for answers that are read whole: a body of more than so many bytes ends with the error that `tooMuch`
 * makes. Whoever takes apart a hundred megabytes hears nobody else meanwhile.
 */
export function fetchBounded(most: number, tooMuch: () => Error): typeof fetch {
  return async (input, init) => {
    const response = await fetchStraight(input, init)
    if (response.body === null) return response
    let read = 0
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        read += piece.byteLength
        if (read > most) controller.error(tooMuch())
        else controller.enqueue(piece)
      },
    })
    return new Response(response.body.pipeThrough(counting), response)
  }
}
