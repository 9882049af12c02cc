import { randomUUID } from 'node:crypto'
import type { RecallScope, TermStore } from '../../ports/recall-index.ts'
import type { Database } from '../client.ts'
import type { Repositories } from '../repositories.ts'
import { at, begun, endOf, OWNER, sendTurn } from './turns.ts'

type Place = Repositories & { database: Database }
type Said = Parameters<typeof sendTurn>[0] & { id?: string; answer?: string }

/** A whole turn whose exchange can be recalled: it has no chunks yet. */
export async function remembered(place: Place, { id = randomUUID(), answer, ...words }: Said = {}) {
  const turn = sendTurn(words)
  if (turn.prompt.kind !== 'send') throw new Error('A turn that sends was not sent.')
  const {
    session,
    userMessage,
    answer: row,
  } = begun(await place.turnStore.begin({ ...turn, prompt: { ...turn.prompt, id } }))
  await place.turnStore.end(endOf(turn, answer))
  const {
    owner,
    id: sessionId,
    user,
  } = await place.database.read((db) => db.session.findUniqueOrThrow({ where: { id: session.id } }))
  const exchange = {
    owner,
    user: user ?? '',
    sessionId,
    seq: userMessage.seq,
    answerId: row.id,
    saidAt: turn.now,
  }
  await place.database.write((tx) =>
    tx.exchange.upsert({ where: { id }, create: { id, ...exchange }, update: exchange }),
  )
  return { id, sessionId, answerId: row.id, seq: userMessage.seq }
}

/** What this session may see, unless something else is said; null: the owner. */
export const scopeOf = (sessionId: string | null, more: Partial<RecallScope> = {}): RecallScope => ({
  owner: OWNER,
  sessionId,
  fromSeq: 0,
  from: 'all',
  ...more,
})

/** A session that asks, and exchanges of these ids in another that it may see, each said later than the one before. */
export async function documents(place: Place, ids: readonly string[]): Promise<RecallScope> {
  const { sessionId } = await remembered(place, { now: at(0) })
  const [first = '', ...others] = ids
  const { sessionId: other } = await remembered(place, { id: first, now: at(1) })
  for (const [later, id] of others.entries())
    await remembered(place, { id, sessionId: other, now: at(2 + later) })
  return scopeOf(sessionId)
}

/** Adds chunks whose terms are their words. */
export const addTexts = (terms: TermStore, documentId: string, ...texts: string[]): Promise<void> =>
  terms.add(texts.map((text, chunkIndex) => ({ documentId, chunkIndex, text, terms: text.toLowerCase() })))
