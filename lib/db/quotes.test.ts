import { describe, expect, test } from 'vitest'
import type { QuoteScope } from '../ports/exchange-forgetting.ts'
import { foundBy, receive, remember } from './testing/recall-rows.ts'
import { richSession } from './testing/rich-session.ts'
import { at, begun, endOf, exchange, OWNER, regenerateTurn, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'
import { purge, titleOf, useForgetting } from './testing/use-forgetting.ts'

describe.each(DIALECTS)('Clearing does not forget: answers that quoted it on %s', (dialect) => {
  const db = useDatabase(dialect)
  const { forget, undo, shown, read, purgeDue, everything } = useForgetting(db)

  async function quoted() {
    const { sessionId, first, second, third } = await richSession(db.now)
    const other = await exchange(db.now, { text: 'elsewhere', answer: 'You said: first words' })
    const of = { owner: OWNER, exchangeId: first.userId, sessionId, title: 'first words' }
    await receive(db.now, other.answerId, of)
    await receive(db.now, third.answerId, of)
    const fromOther = { text: 'User: elsewhere Assistant: first words', terms: 'elsewher first word' }
    await remember(db.now, { owner: OWNER, ...other }, fromOther)
    return { sessionId, first, second, third, other }
  }
  const quotes = (scope: QuoteScope, owner = OWNER) =>
    db.now.exchangeForgetting.quotedBy(owner, scope, { limit: 10 })

  test('are listed, also when it is gone: those that can be seen and do not go with it', async () => {
    const { sessionId, first, third, other } = await quoted()
    const elsewhere = {
      answerId: other.answerId,
      session: { id: other.sessionId, title: 'elsewhere' },
      createdAt: at(0).toISOString(),
      words: 'You said: first words',
      writing: false,
    }
    expect(await quotes({ sessionId })).toEqual({ quotes: [elsewhere], total: 1 })
    const ids = async (id: string) =>
      (await quotes({ exchangeIds: [id] })).quotes.map(({ answerId }) => answerId)
    const both = [other.answerId, third.answerId].toSorted()
    for (const id of [first.userId, first.answerId]) expect((await ids(id)).toSorted()).toEqual(both)
    expect(await quotes({ exchangeIds: [first.userId] }, 'another')).toEqual({ quotes: [], total: 0 })
    expect(await quotes({ source: 'page' })).toEqual({ quotes: [], total: 0 })
    expect(await db.now.exchangeForgetting.countForForget(OWNER, [first.userId])).toMatchObject({ quotes: 2 })
    expect(await db.now.sessions.countForDelete(OWNER, sessionId)).toMatchObject({ quotes: 1 })
    await forget([first.userId])
    await purgeDue()
    expect((await ids(first.userId)).toSorted()).toEqual(both)
    await db.now.sessions.delete(OWNER, other.sessionId, purge('d'))
    expect(await ids(first.userId)).toEqual([third.answerId])
  })

  test('are listed with those that were given with one of them, from hand to hand', async () => {
    const { sessionId, first, other } = await quoted()
    const ids = async (scope: QuoteScope) => (await quotes(scope)).quotes.map(({ answerId }) => answerId)
    const [second, third] = [
      await exchange(db.now, { text: 'second hand', now: at(2) }),
      await exchange(db.now, { text: 'third hand', now: at(3) }),
    ]
    const given = (to: typeof other, from: typeof other, rank = 1) => {
      const of = { owner: OWNER, exchangeId: from.userId, sessionId: from.sessionId, title: 'a title', rank }
      return receive(db.now, to.answerId, of)
    }
    await given(second, other)
    expect(await ids({ sessionId })).toEqual([second.answerId, other.answerId])
    await given(third, second)
    expect(await ids({ sessionId })).toEqual([third.answerId, second.answerId, other.answerId])
    // In a circle, too, and where the one between was answered anew.
    await given(second, third, 2)
    const again = regenerateTurn(second.sessionId, second.answerId)
    await db.now.turnStore.begin(again)
    await db.now.turnStore.end(endOf(again, 'anew'))
    expect(await ids({ exchangeIds: [first.userId] })).toHaveLength(4)
  })

  test('are listed while they are written, and have to be stopped before they can go', async () => {
    const { sessionId, first } = await quoted()
    const turn = sendTurn({ text: 'asked just now' })
    const { answer, session } = begun(await db.now.turnStore.begin(turn))
    const of = { owner: OWNER, exchangeId: first.userId, sessionId, title: 'first words' }
    await receive(db.now, answer.id, of)
    const [listed] = (await quotes({ sessionId })).quotes.filter(({ writing }) => writing)
    expect(listed).toMatchObject({ answerId: answer.id, words: '' })
    const busy = { code: 'session_busy', details: { answerId: answer.id } }
    await expect(forget([first.userId], [answer.id])).rejects.toMatchObject(busy)
    const deletion = { purgeId: 'f', now: at(10), takeOverAt: at(70), quotes: { titleOf } }
    await expect(db.now.finalDeletion.begin(OWNER, { sessionId }, deletion)).rejects.toMatchObject(busy)
    expect(await shown(sessionId)).toHaveLength(6)
    await db.now.turnStore.end(endOf(turn, 'You said: first words'))
    await forget([first.userId], [answer.id])
    expect(await shown(session.id)).toHaveLength(1)
  })

  test('go without their questions, and out of recall, and come back', async () => {
    const { sessionId, first, second, third, other } = await quoted()
    const before = await everything()
    const { counts } = await forget([first.userId], [other.answerId, third.answerId])
    expect(counts).toMatchObject({ messages: 4, quotes: 2 })
    expect(await shown(other.sessionId)).toEqual([other.userId])
    expect(await shown(sessionId)).toEqual([second.userId, second.answerId, third.userId])
    expect(await foundBy(db.now, 'first')).toEqual([])
    const [waiting] = await read((tx) => tx.exchange.findMany({ where: { id: other.userId } }))
    expect(waiting).toMatchObject({ answerId: null, indexedAt: null, model: null })
    await undo()
    const { exchanges, ...back } = await everything()
    const { exchanges: indexed, ...rest } = before
    expect(back).toEqual(rest)
    // It is indexed anew, as an answer is that is new.
    expect(exchanges).toEqual(
      indexed.map((row) =>
        row.id === other.userId ? { ...row, indexedAt: null, model: null, chunks: [] } : row,
      ),
    )
  })

  test.each(['delete', 'clear'] as const)(
    'go with a %s that names them, and come back with it',
    async (how) => {
      const { sessionId, other } = await quoted()
      const along = { answerIds: [other.answerId], titleOf }
      const { counts } = await db.now.sessions[how](OWNER, sessionId, purge(), along)
      expect(counts).toMatchObject({ messages: 7, quotes: 1 })
      expect(await shown(other.sessionId)).toEqual([other.userId])
      await undo()
      expect(await shown(other.sessionId)).toEqual([other.userId, other.answerId])
      expect(await shown(sessionId)).toHaveLength(6)
      expect(await read((tx) => tx.session.count())).toBe(2)
      await db.now.sessions[how](OWNER, sessionId, purge('q'), along)
      await purgeDue()
      expect(await read((tx) => tx.message.findMany({ where: { id: other.answerId } }))).toEqual([])
      expect(await read((tx) => tx.session.count({ where: { deletedAt: { not: null } } }))).toBe(0)
    },
  )

  test('stay where a delete or clear does not name them: the title goes from their receipts', async () => {
    for (const how of ['delete', 'clear'] as const) {
      const { sessionId, other } = await quoted()
      await db.now.sessions[how](OWNER, sessionId, purge(how))
      await purgeDue()
      const receipts = await read((tx) => tx.receipt.findMany({ where: { sessionId } }))
      expect(receipts).toMatchObject([{ messageId: other.answerId, title: null }])
      await db.now.database.write((tx) => tx.session.deleteMany())
    }
  })

  test('go with a final deletion that is to take them', async () => {
    for (const takes of [false, true]) {
      const { sessionId, other } = await quoted()
      const deletion = {
        purgeId: 'f',
        now: at(10),
        takeOverAt: at(70),
        ...(takes ? { quotes: { titleOf } } : {}),
      }
      const { counts } = await db.now.finalDeletion.begin(OWNER, { sessionId }, deletion)
      expect(counts).toMatchObject({ sessions: 1, quotes: 1, messages: takes ? 7 : 6 })
      await db.now.finalDeletion.finish(OWNER, 'f', at(11))
      expect(await shown(other.sessionId)).toHaveLength(takes ? 1 : 2)
      expect(await read((tx) => tx.session.count())).toBe(1)
      await db.now.database.write((tx) => tx.session.deleteMany())
    }
  })
})
