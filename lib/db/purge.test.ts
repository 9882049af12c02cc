import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { leaseDue } from './testing/leases.ts'
import { newSummary, storeSummary } from './testing/summaries.ts'
import { at, begun, contextOf, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const purge = (purgeId: string) => ({ purgeId, now: at(10), until: at(40) })

describe.each(DIALECTS)('the purge on %s', (dialect) => {
  const db = useDatabase(dialect)

  /** As the job runner does it. */
  async function runDue() {
    for (const job of await leaseDue(db.now, { now: at(50) })) {
      await db.now.purge.run(job.id, job.payload)
      await db.now.purge.run(job.id, job.payload)
      await db.now.jobs.done(job)
    }
  }

  const counts = () =>
    db.now.database.read(async (db) => ({
      sessions: await db.session.count(),
      messages: await db.message.count(),
      runs: await db.run.count(),
      logs: await db.runLog.count(),
      maps: await db.contextMap.count(),
      uses: await db.promptUse.count(),
      prompts: await db.promptText.count(),
      purges: await db.job.count({ where: { kind: 'purge' } }),
      titles: await db.job.count({ where: { kind: 'title' } }),
      versions: await db.summary.count(),
      summaries: await db.job.count({ where: { kind: 'summary' } }),
    }))

  test('of a deleted session takes all that hung on it, and leaves the others', async () => {
    const one = await exchange(db.now, { end: { context: contextOf({ own: 'Here.', shared: 'There.' }) } })
    const other = await exchange(db.now, { end: { context: contextOf({ shared: 'There.' }) } })
    const running = sendTurn({ sessionId: one.sessionId })
    begun(await db.now.turnStore.begin(running))
    await db.now.turnStore.append(
      running.processId,
      [{ runId: running.runId, part: 0, offset: 0, kind: 'text', text: 'x' }],
      [running.runId],
    )
    for (const { sessionId } of [one, other]) {
      await storeSummary(db.now, sessionId)
      await db.now.summaries.ask(OWNER, { sessionId, asked: 'now' }, at(1))
    }
    await db.now.sessions.delete(OWNER, one.sessionId, purge('p'))
    await runDue()
    expect(await counts()).toEqual({
      sessions: 1,
      messages: 2,
      runs: 1,
      logs: 0,
      maps: 1,
      uses: 1,
      prompts: 1,
      purges: 0,
      titles: 1,
      versions: 1,
      summaries: 1,
    })
  })

  test('of a clear takes what stood before it, and leaves what came since', async () => {
    const { sessionId } = await exchange(db.now, { end: { context: contextOf({ own: 'Here.' }) } })
    const gone = await storeSummary(db.now, sessionId)
    await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: at(0) })
    await db.now.sessions.clear(OWNER, sessionId, purge('c'))
    const since = await exchange(db.now, { sessionId })
    const { floorSeq } = await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')
    const now = newSummary({ fromSeq: floorSeq, toSeq: since.answerSeq })
    expect(await db.now.summaries.add(OWNER, sessionId, now)).not.toBeNull()
    await runDue()
    expect([...(await db.now.summaries.texts(OWNER, [gone, now.id])).keys()]).toEqual([now.id])
    expect(await counts()).toEqual({
      sessions: 1,
      messages: 2,
      runs: 1,
      logs: 0,
      maps: 0,
      uses: 0,
      prompts: 0,
      purges: 0,
      titles: 1,
      versions: 1,
      summaries: 0,
    })
    const { messages } = await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 10 })
    expect(messages.map(({ id }) => id)).toEqual([since.userId, since.answerId])
  })

  test('of a clear takes what was said of its summaries, and leaves the asking for new ones', async () => {
    const failed = { error: 'No summary of "words".', now: at(5), runAt: at(90) }
    const [one, two] = [await exchange(db.now), await exchange(db.now)]
    for (const { sessionId } of [one, two]) {
      await db.now.summaries.ask(OWNER, { sessionId, asked: 'now' }, at(1))
      const [job] = await leaseDue(db.now, { now: at(2), kinds: ['summary'] })
      if (!job) throw new Error('No summary was asked for.')
      await db.now.jobs[sessionId === one.sessionId ? 'giveUp' : 'retry'](job, failed)
      await db.now.sessions.clear(OWNER, sessionId, purge(sessionId))
    }
    await runDue()
    const left = await db.now.database.read((db) => db.job.findMany({ where: { kind: 'summary' } }))
    expect(left).toMatchObject([{ key: `summary:${two.sessionId}`, error: null }])
  })

  test('does not happen to what was taken back', async () => {
    const { sessionId } = await exchange(db.now)
    await storeSummary(db.now, sessionId)
    await db.now.sessions.clear(OWNER, sessionId, purge('c'))
    await db.now.sessions.undo(OWNER, 'c')
    await db.now.sessions.delete(OWNER, sessionId, purge('d'))
    await db.now.sessions.undo(OWNER, 'd')
    await runDue()
    expect(await counts()).toMatchObject({ messages: 2, versions: 1 })
  })

  test('leaves what the undo of an earlier clear shows again', async () => {
    const { sessionId } = await exchange(db.now)
    await db.now.sessions.clear(OWNER, sessionId, purge('first'))
    await db.now.sessions.clear(OWNER, sessionId, purge('second'))
    await db.now.sessions.undo(OWNER, 'first')
    const id = await storeSummary(db.now, sessionId)
    await runDue()
    expect((await db.now.summaries.texts(OWNER, [id])).size).toBe(1)
    const { messages } = await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 10 })
    expect(messages).toHaveLength(2)
  })

  test('leaves what the undo of a later clear shows again, to that one', async () => {
    const { sessionId } = await exchange(db.now)
    const { sessions } = db.now
    await sessions.clear(OWNER, sessionId, purge('first'))
    await sessions.clear(OWNER, sessionId, purge('second'))
    await sessions.undo(OWNER, 'first')
    const id = await storeSummary(db.now, sessionId)
    await sessions.clear(OWNER, sessionId, { ...purge('third'), until: at(60) })
    await runDue()
    await sessions.undo(OWNER, 'third')
    expect((await db.now.summaries.texts(OWNER, [id])).size).toBe(1)
    const { messages } = await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 10 })
    expect(messages).toHaveLength(2)
    await sessions.clear(OWNER, sessionId, purge('last'))
    await runDue()
    expect(await counts()).toMatchObject({ messages: 0, versions: 0, purges: 0 })
  })

  test('of clears that were made one after another takes all, in whatever order they come to it', async () => {
    const { sessionId } = await exchange(db.now)
    await db.now.sessions.clear(OWNER, sessionId, { ...purge('first'), until: at(60) })
    await exchange(db.now, { sessionId })
    await db.now.sessions.clear(OWNER, sessionId, purge('second'))
    await runDue()
    expect(await counts()).toMatchObject({ messages: 0, purges: 1 })
  })

  test('takes long sessions in portions', async () => {
    const { sessionId } = await exchange(db.now)
    await db.now.database.write(async (tx) => {
      await tx.message.createMany({
        data: Array.from({ length: 1_200 }, (_, i) => ({
          id: `m${i}`,
          owner: OWNER,
          sessionId,
          seq: i + 2,
          role: 'user' as const,
          parts: [],
          text: 'x',
          tokensCl100k: 1,
          tokensO200k: 1,
          createdAt: at(0),
        })),
      })
    })
    await db.now.sessions.delete(OWNER, sessionId, purge('p'))
    await runDue()
    expect(await counts()).toMatchObject({ sessions: 0, messages: 0 })
  })

  test('refuses a payload that it does not know', async () => {
    await expect(db.now.purge.run('p', { kind: 'everything' })).rejects.toThrow()
  })
})

describe('the purge of an SQLite file', () => {
  const db = useDatabase('sqlite')
  const MARKER = 'xq7marker'

  const bytesHolding = async () => {
    const { file } = db.now
    const names = [file, `${file}-wal`]
    const texts = await Promise.all(
      names.map((name) =>
        readFile(name ?? '', 'latin1').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return ''
          throw error
        }),
      ),
    )
    return texts.reduce((sum, text) => sum + text.split(MARKER).length - 1, 0)
  }

  test.each(['delete', 'clear'] as const)('leaves no byte of it: %s', async (how) => {
    const kept = await exchange(db.now, { text: 'kept' })
    const marked = await exchange(db.now, { text: MARKER })
    // Sizes from a few bytes to several pages, between rows that stay: cells move, pages split and overflow.
    for (let i = 0; i < 100; i++) {
      const filler = 'f'.repeat((i * 397) % 9_000)
      await exchange(db.now, { sessionId: kept.sessionId, text: `${filler} kept`, answer: filler })
      await exchange(db.now, {
        sessionId: marked.sessionId,
        text: `${filler} ${MARKER}`,
        answer: `${MARKER} ${filler} ${MARKER}`,
        clientId: `${MARKER}-${how}-${i}`,
        end: { context: contextOf({ [`h${i}`]: `${MARKER} instructions ${filler}` }) },
      })
      await storeSummary(db.now, kept.sessionId, { version: i, text: filler })
      await storeSummary(db.now, marked.sessionId, { version: i, text: `${filler} ${MARKER} ${filler}` })
    }
    expect(await bytesHolding()).toBeGreaterThan(500)
    const { sessions } = db.now
    if (how === 'delete') await sessions.delete(OWNER, marked.sessionId, purge('p'))
    else await sessions.clear(OWNER, marked.sessionId, purge('p'))
    const [job] = await leaseDue(db.now, { now: at(50) })
    await db.now.purge.run('p', job?.payload)
    expect(await bytesHolding()).toBe(0)
    expect((await sessions.get(OWNER, kept.sessionId)).messageCount).toBe(202)
  })
})
