import pg from 'pg'
import { answerRequests } from '../../worker-thread.ts'
import { BYTES } from './packed-vector.ts'
import type { Nearest, ScanQuery } from './scan-thread.ts'

/** Rows that are fetched together: 1.5 MB of vectors of 384 numbers. */
const PAGE = 1_000

/** Bytes as they are: as text they are twice as long. For this thread alone. */
pg.defaults.binary = true

type Connected = { url: string; client: pg.Client }
let connected: Connected | undefined

answerRequests(async ({ url, text, values, vector, limit }: ScanQuery): Promise<Nearest[]> => {
  const client = await connectionTo(url)
  try {
    await client.query('BEGIN READ ONLY')
    await client.query({ text: `DECLARE scan NO SCROLL CURSOR FOR ${text}`, values: [...values] })
    const best = new Best(limit)
    while ((await scanPage(client, vector, best)) === PAGE);
    await client.query('COMMIT')
    return best.sorted()
  } catch (error) {
    connected = undefined
    await client.end()
    throw error
  }
})

async function scanPage(client: pg.Client, vector: Float32Array, best: Best): Promise<number> {
  const { rows } = await client.query<[key: number, vector: Buffer]>({
    text: `FETCH ${PAGE} FROM scan`,
    rowMode: 'array',
  })
  const bytes = new Uint8Array(vector.length * BYTES)
  const other = new Float32Array(bytes.buffer)
  for (const [key, packed] of rows) {
    bytes.set(packed)
    best.add({ key, score: product(vector, other) })
  }
  return rows.length
}

async function connectionTo(url: string): Promise<pg.Client> {
  if (connected?.url === url) return connected.client
  await connected?.client.end()
  const client = new pg.Client({ connectionString: url })
  // Without a listener a loss between two searches would end the thread.
  client.on('error', () => {
    if (connected?.client === client) connected = undefined
  })
  await client.connect()
  connected = { url, client }
  return client
}

/** Their cosine: both are of length one. */
function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let place = 0; place < a.length; place++) sum += (a[place] ?? 0) * (b[place] ?? 0)
  return sum
}

/** The best of what is added, without keeping the rest. */
class Best {
  readonly #limit: number
  #kept: Nearest[] = []
  #least = -Infinity

  constructor(limit: number) {
    this.#limit = limit
  }

  add(found: Nearest): void {
    if (found.score <= this.#least) return
    this.#kept.push(found)
    if (this.#kept.length >= 2 * this.#limit) this.#cut()
  }

  sorted(): Nearest[] {
    this.#cut()
    return this.#kept
  }

  #cut(): void {
    this.#kept = this.#kept.sort((a, b) => b.score - a.score).slice(0, this.#limit)
    if (this.#kept.length === this.#limit) this.#least = this.#kept.at(-1)?.score ?? -Infinity
  }
}
