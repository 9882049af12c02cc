import type { Database } from '../../lib/db/client.ts'
import { packed } from '../../lib/db/recall/packed-vector.ts'
import type { RecallScope } from '../../lib/ports/recall-index.ts'
import { createRandom, type Random } from '../random.ts'

export const MODEL = { model: 'bench', dimensions: 384 }
const OWNER = 'owner'
const WORDS = 20_000
const WORDS_EACH = 120
const EXCHANGES_EACH = 20
const TOGETHER = 500

export const scopeOf = (sessionId: string): RecallScope => ({
  owner: OWNER,
  sessionId,
  fromSeq: 0,
  from: 'all',
})

/** As words are used: a few of them nearly everywhere, most of them seldom. */
const word = (random: Random) => `word${Math.floor(WORDS ** (random.below(1_000_000) / 1_000_000))}x`
export const words = (random: Random, count: number) => Array.from({ length: count }, () => word(random))

export const vectorOf = (random: Random) => {
  const numbers = Float32Array.from({ length: MODEL.dimensions }, () => random.below(20_001) / 10_000 - 1)
  const length = Math.hypot(...numbers)
  return numbers.map((number) => number / length)
}

/** Made-up exchanges in sessions `s0`, `s1`, and so on, each of one chunk with its terms and its vector. */
export async function storeExchanges({ write, dialect }: Database, count: number): Promise<void> {
  const random = createRandom(7)
  const said = new Date(0)
  for (let from = 0; from < count; from += TOGETHER) {
    const rows = Array.from({ length: Math.min(TOGETHER, count - from) }, (_, place) => {
      const number = from + place
      const terms = words(random, WORDS_EACH)
      return {
        id: `q${number}`,
        sessionId: `s${Math.floor(number / EXCHANGES_EACH)}`,
        seq: 2 * (number % EXCHANGES_EACH),
        text: terms.join(' the '),
        terms: terms.join(' '),
        vector: Buffer.from(packed(vectorOf(random))).toString('hex'),
      }
    })
    const times = { createdAt: said, lastActiveAt: said }
    const sessions = [...new Set(rows.map(({ sessionId }) => sessionId))]
    await write(async (tx) => {
      await tx.session.createMany({ data: sessions.map((id) => ({ id, owner: OWNER, title: id, ...times })) })
      const tokens = { tokensCl100k: 1, tokensO200k: 1 }
      await tx.message.createMany({
        data: rows.map(({ id, sessionId, seq, text }) => ({
          ...{ id, owner: OWNER, sessionId, seq, role: 'user', parts: [], text, createdAt: said },
          ...tokens,
        })),
      })
      await tx.exchange.createMany({
        data: rows.map(({ id, sessionId, seq }) => ({ id, owner: OWNER, sessionId, seq, saidAt: said })),
      })
      const columns = '"exchangeId", "index", text, terms, "termCount", model, vector'
      const values = (field: (name: string) => string, bytes: string) =>
        `${field('id')}, 0, ${field('text')}, ${field('terms')}, ${WORDS_EACH}, '${MODEL.model}', ${bytes}`
      const json = JSON.stringify(rows)
      const inSqlite = values((name) => `value ->> '${name}'`, `unhex(value ->> 'vector')`)
      const inPostgres = values((name) => `r ->> '${name}'`, `decode(r ->> 'vector', 'hex')`)
      await tx.$executeRawUnsafe(
        dialect === 'sqlite'
          ? `INSERT INTO "ExchangeChunk" (${columns}) SELECT ${inSqlite} FROM json_each(?)`
          : `INSERT INTO "ExchangeChunk" (${columns}) SELECT ${inPostgres} FROM json_array_elements(CAST($1 AS json)) r`,
        json,
      )
    })
  }
}
