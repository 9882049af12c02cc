import type { UnembeddedExchange } from '../../ports/exchange-queue.ts'
import { at, begun, endOf, type exchange, OWNER, sendTurn } from './turns.ts'
import type { useDatabase } from './use-database.ts'

/** An embedding model. */
export const MODEL = 'words'
export const REMEMBER = { remember: true }

/** What a test asks of the queue of what is to be indexed, and how it sees what came of it. */
export function indexQueueOf(db: ReturnType<typeof useDatabase>) {
  const queue = () => db.now.exchangeQueue
  const texts = () => queue().withoutTexts(OWNER, { limit: 10 })
  const vectors = (model = MODEL) => queue().withoutVectors(OWNER, { model, limit: 10 })
  const said = async () => (await texts()).map(({ question, answer }) => [question, answer])
  const jobs = async () =>
    (await db.now.database.read((tx) => tx.job.findMany({ orderBy: { kind: 'asc' } }))).map(
      ({ kind }) => kind,
    )
  const chunks = () =>
    db.now.database.read((tx) =>
      tx.exchangeChunk.findMany({ orderBy: [{ exchangeId: 'asc' }, { index: 'asc' }] }),
    )
  /** Answered by a model that is no built-in one. */
  const remembered = async (words: Parameters<typeof exchange>[1] = {}) => {
    const turn = { ...sendTurn(words), model: 'compatible/x' }
    const { session, userMessage, answer } = begun(await db.now.turnStore.begin(turn))
    await db.now.turnStore.end(endOf(turn, words.answer, { ...REMEMBER, ...words.end }))
    return { sessionId: session.id, userId: userMessage.id, answerId: answer.id }
  }
  const index = async (now = at(5)) =>
    queue().storeTexts(
      OWNER,
      (await texts()).map(({ id, answerId, question, answer }) => ({
        ...{ id, answerId },
        texts: [
          { text: question, terms: ['q', 'x'] },
          { text: answer ?? '', terms: [] },
        ],
      })),
      now,
    )
  const embedded = (exchanges: readonly UnembeddedExchange[], vector = [3, 4]) =>
    exchanges.map(({ id, indexedAt, texts }) => ({
      ...{ id, indexedAt },
      vectors: texts.map(({ key }) => ({ key, vector: Float32Array.from(vector) })),
    }))
  const embed = async (model = MODEL) => queue().storeVectors(OWNER, model, embedded(await vectors(model)))
  const hide = (sessionId: string) =>
    db.now.sessions.delete(OWNER, sessionId, { purgeId: 'p', now: at(6), until: at(36) })
  return { queue, texts, vectors, said, jobs, chunks, remembered, index, embedded, embed, hide }
}
