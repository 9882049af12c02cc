import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** What the upstream does with one request for vectors. Nothing set: it gives one for each text. */
export type EmbeddingBehaviour = {
  /** An error response with this status in place of vectors. */
  status?: number
  /** The `retry-after` header of that response. */
  retryAfter?: string
  /** So many vectors too few. */
  fewer?: number
  /** How many numbers the vectors have, the last one being of another length where `uneven` is set. */
  dimensions?: number
  uneven?: boolean
  /** The last of them comes first, each with the place of its text. */
  backwards?: boolean
  /** As the place of every text. */
  index?: number
  /** As every number of the last vector. */
  number?: number
  /** This response, whole, with status 200. */
  body?: string
  /** Nothing is sent. */
  neverAnswer?: boolean
}

const DIMENSIONS = 64

/** Vectors by words: texts that share words are near to each other, and the same text always has the same one. */
export function answerEmbeddings(
  response: ServerResponse,
  request: unknown,
  behaviour: EmbeddingBehaviour,
): void {
  const { status, retryAfter, body, neverAnswer } = behaviour
  if (neverAnswer) return
  const send = (code: number, text: string) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(text)
  if (status !== undefined) {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    send(status, JSON.stringify({ error: { message: `The fake upstream answers ${status}.` } }))
    return
  }
  if (body !== undefined) {
    send(200, body)
    return
  }
  const { input = [], model = '' } = (request ?? {}) as { input?: string[]; model?: string }
  const data = dataOf(input, behaviour)
  send(200, JSON.stringify({ object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } }))
}

function dataOf(input: readonly string[], behaviour: EmbeddingBehaviour) {
  const { fewer = 0, dimensions = DIMENSIONS, uneven, backwards, number } = behaviour
  const texts = input.slice(0, input.length - fewer)
  const data = texts.map((text, place) => {
    const isLast = place === texts.length - 1
    const embedding = vectorOf(text, uneven && isLast ? dimensions + 1 : dimensions)
    const isGiven = number !== undefined && isLast
    const { index = place } = behaviour
    return { object: 'embedding', index, embedding: isGiven ? embedding.map(() => number) : embedding }
  })
  return backwards ? data.reverse() : data
}

/** A bag of words, each counted at the place that its hash says. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const place = createHash('sha256').update(word).digest().readUInt32LE(0) % dimensions
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}
