import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** What one of the servers takes and gives. */
export type Target = {
  url: string
  /** The body that asks for an answer of so many tokens; `n` differs for every request. */
  body(n: number, tokens: number): object
  /** The text that an event's data adds to the answer; empty where it adds none. */
  textOf(event: SentEvent): string
}

/** An event of any of the servers, as far as it is looked at. */
export type SentEvent = { type?: string; text?: string; delta?: string }

/** `firstToken` and `total` in milliseconds from the request on. */
export type ReadAnswer = { firstToken: number; total: number; text: string }

let requests = 0

/** So many readers, each of whom begins a while after the one before. */
export function load(
  target: Target,
  options: { streams: number; tokens: number; apartMs: number },
): Promise<ReadAnswer[]> {
  return Promise.all(
    Array.from({ length: options.streams }, async (_, index) => {
      await delay(index * options.apartMs)
      return readAnswer(target, options.tokens)
    }),
  )
}

/**
 * Asks without `accept-encoding`: what compressing a stream costs is not measured here, of whoever does it. Every
 * reader has a connection of its own, which no server has closed as idle just then.
 */
export function readAnswer(target: Target, tokens: number): Promise<ReadAnswer> {
  const body = JSON.stringify(target.body(requests++, tokens))
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const asking = request(target.url, { method: 'POST', agent: false, headers })
    asking.on('error', reject)
    asking.once('response', (response) => {
      let raw = ''
      let firstToken: number | null = null
      response.setEncoding('utf8')
      response.on('error', reject)
      response.on('data', (chunk: string) => {
        raw += chunk
        // Only until the first is there: the rest is parsed when time does not matter any more.
        if (firstToken === null && textIn(raw, target) !== '') firstToken = performance.now() - start
      })
      response.once('end', () => {
        const total = performance.now() - start
        if (firstToken === null) reject(new Error(`No text came from ${target.url}: ${raw.slice(0, 500)}`))
        else resolve({ firstToken, total, text: textIn(raw, target) })
      })
    })
    asking.end(body)
  })
}

function textIn(raw: string, { textOf }: Target): string {
  const events = raw.split('\n\n').slice(0, -1)
  return events.map((event) => textOf(eventOf(event))).join('')
}

const DATA = 'data: '

function eventOf(block: string): SentEvent {
  const line = block.split('\n').find((each) => each.startsWith(DATA))
  const data = line?.slice(DATA.length) ?? '[DONE]'
  return data === '[DONE]' ? {} : JSON.parse(data)
}
