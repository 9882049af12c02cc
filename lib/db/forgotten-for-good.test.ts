import { describe, expect, test } from 'vitest'
import { allText } from './testing/all-text.ts'
import { leaseDue } from './testing/leases.ts'
import { foundBy, receive, remember } from './testing/recall-rows.ts'
import { storeSummary } from './testing/summaries.ts'
import { at, contextOf, exchange, OWNER } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const MARKER = 'Xq7markings'
/** As the full text keeps it; the marker in lower case holds it as well. */
const STEM = 'xq7mark'

const titleOf = (text: string) => text.slice(0, 40)
const purge = (purgeId = 'p') => ({ purgeId, now: at(10), until: at(40), titleOf })

describe.each(DIALECTS)('Clearing does not forget: what was said in one exchange, on %s', (dialect) => {
  const db = useDatabase(dialect)
  const times = async () => (await allText(db.now)).split(STEM).length - 1
  const purgeDue = async () => {
    for (const job of await leaseDue(db.now, { now: at(50) })) {
      await db.now.purge.run(job.id, job.payload)
      await db.now.jobs.done(job)
    }
  }
  const failedSummary = async (sessionId: string) => {
    await db.now.summaries.ask(OWNER, { sessionId, asked: 'now' }, at(1))
    const [job] = await leaseDue(db.now, { now: at(2), kinds: ['summary'] })
    if (!job) throw new Error('No summary was asked for.')
    await db.now.jobs.giveUp(job, { error: `No summary of "${MARKER}".`, now: at(3) })
  }

  /** Said, named by, indexed, told, answered again from the cache; quoted elsewhere, and that indexed and told. */
  async function spread() {
    const kept = await exchange(db.now, { text: 'kept' })
    const said = await exchange(db.now, {
      text: `${MARKER} are said`,
      answer: `I know of ${MARKER}`,
      clientId: `${MARKER}-client`,
      end: { context: contextOf({ h: `Speak of ${MARKER}.` }) },
    })
    const { sessionId } = said
    for (let i = 0; i < 20; i++) {
      const filler = 'f'.repeat((i * 397) % 9_000)
      for (const each of [kept.sessionId, sessionId])
        await exchange(db.now, { sessionId: each, text: `${filler} kept`, answer: filler })
      await storeSummary(db.now, sessionId, { version: i + 1, toSeq: 2 * i + 1, text: `${filler} ${MARKER}` })
    }
    const asked = { text: `User: ${MARKER} are said`, terms: `${STEM} said ${STEM}` }
    await remember(db.now, { owner: OWNER, ...said }, asked)
    await db.now.replies.keep(OWNER, { key: 'k', messageId: said.answerId, expiresAt: at(9_000) })
    await failedSummary(sessionId)

    const quoting = await exchange(db.now, { text: 'what was it?', answer: `You said: ${MARKER}` })
    const from = { owner: OWNER, exchangeId: said.userId, sessionId, title: `${MARKER} are said` }
    await receive(db.now, quoting.answerId, from)
    await remember(
      db.now,
      { owner: OWNER, ...quoting },
      { text: `Assistant: ${MARKER}`, terms: `was ${STEM}` },
    )
    await storeSummary(db.now, quoting.sessionId, { text: `They spoke of ${MARKER}.` })
    return { kept, said, quoting }
  }

  test('is found nowhere after it went with the answers that quoted it: neither its words nor their stems', async () => {
    const { kept, said, quoting } = await spread()
    expect(await times()).toBeGreaterThan(30)
    const { quotes } = await db.now.exchangeForgetting.quotedBy(
      OWNER,
      { exchangeIds: [said.userId] },
      { limit: 9 },
    )
    const named = { exchangeIds: [said.userId], answerIds: quotes.map(({ answerId }) => answerId) }
    expect(named.answerIds).toEqual([quoting.answerId])
    expect((await db.now.exchangeForgetting.forgetExchanges(OWNER, named, purge())).counts).toEqual({
      ...{ sessions: 0, messages: 3, summaries: 21, maps: 1, prompts: 1 },
      ...{ exchanges: 1, vectors: 1, replies: 1, quotes: 1 },
    })
    await purgeDue()
    expect(await times()).toBe(0)
    expect((await db.now.sessions.get(OWNER, kept.sessionId)).messageCount).toBe(42)
    expect(await db.now.sessions.get(OWNER, said.sessionId)).toMatchObject({ messageCount: 40 })
  })

  test('is left in the answers that quoted it alone, which are listed, where they do not go', async () => {
    const { said, quoting } = await spread()
    const named = { exchangeIds: [said.userId], answerIds: [] }
    await db.now.exchangeForgetting.forgetExchanges(OWNER, named, purge())
    await purgeDue()
    expect(await times()).toBeGreaterThan(0)
    const list = await db.now.exchangeForgetting.quotedBy(OWNER, { exchangeIds: [said.userId] }, { limit: 9 })
    expect(list).toMatchObject({
      quotes: [{ answerId: quoting.answerId, words: `You said: ${MARKER}` }],
      total: 1,
    })
    await db.now.exchangeForgetting.forgetExchanges(
      OWNER,
      { exchangeIds: [], answerIds: [quoting.answerId] },
      purge('q'),
    )
    await purgeDue()
    expect(await times()).toBe(0)
  })

  test('is in no title that answers were given before its conversation was named otherwise', async () => {
    const said = await exchange(db.now, { text: `${MARKER} are said` })
    const { sessionId } = said
    await exchange(db.now, { sessionId, text: 'and more' })
    const [early, late] = [await exchange(db.now, { text: 'what was it?' }), await exchange(db.now)]
    const from = { owner: OWNER, exchangeId: said.userId, sessionId }
    await receive(db.now, early.answerId, { ...from, title: `${MARKER} are said` })
    await db.now.sessions.update(OWNER, sessionId, { title: 'Boats' })
    await receive(db.now, late.answerId, { ...from, title: 'Boats' })
    const named = { exchangeIds: [said.userId], answerIds: [] }
    await db.now.exchangeForgetting.forgetExchanges(OWNER, named, purge())
    await purgeDue()
    expect(await times()).toBe(0)
    const left = await db.now.database.read((tx) => tx.receipt.findMany({ orderBy: { title: 'asc' } }))
    expect(left.map(({ title }) => title).filter(Boolean)).toEqual(['Boats'])
  })

  test('is back everywhere, also in recall, where it was taken back within its time', async () => {
    const { said, quoting } = await spread()
    const words = (await allText(db.now)).includes(STEM)
    const named = { exchangeIds: [said.userId], answerIds: [quoting.answerId] }
    await db.now.exchangeForgetting.forgetExchanges(OWNER, named, purge())
    expect(await foundBy(db.now, STEM)).toEqual([])
    expect(await db.now.replies.find(OWNER, 'k', at(11))).toBeNull()
    await db.now.sessions.undo(OWNER, 'p')
    await purgeDue()
    expect(words).toBe(true)
    expect(await foundBy(db.now, STEM)).toEqual([said.userId])
    expect(await db.now.replies.find(OWNER, 'k', at(11))).not.toBeNull()
    expect((await db.now.sessions.get(OWNER, said.sessionId)).title).toContain(MARKER)
    expect((await db.now.summaries.list(OWNER, said.sessionId, { limit: 99 })).versions).toHaveLength(20)
    // What was quoted waits to be indexed with its answer again.
    const row = await db.now.database.read((tx) => tx.exchange.findUnique({ where: { id: quoting.userId } }))
    expect(row).toMatchObject({ answerId: quoting.answerId, indexedAt: null })
  })

  test.each(['delete', 'clear'] as const)(
    'is found nowhere after a %s that took the quoting answers along',
    async (how) => {
      const { said, quoting } = await spread()
      const along = { answerIds: [quoting.answerId], titleOf }
      await db.now.sessions[how](OWNER, said.sessionId, purge(), along)
      await purgeDue()
      expect(await times()).toBe(0)
    },
  )
})
