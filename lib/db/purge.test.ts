import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { leaseDue } from './testing/leases.ts'
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
    }))

  test('of a deleted session takes all that hung on it, and leaves the others', async () => {
    const one = await exchange(db.now, { end: { context: contextOf({ own: 'Here.', shared: 'There.' }) } })
    await exchange(db.now, { end: { context: contextOf({ shared: 'There.' }) } })
    const running = sendTurn({ sessionId: one.sessionId })
    begun(await db.now.turnStore.begin(running))
    await db.now.turnStore.append(
      running.processId,
      [{ runId: running.runId, part: 0, offset: 0, kind: 'text', text: 'x' }],
      [running.runId],
    )
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
    })
  })

  test('of a clear takes what stood before it, and leaves what came since', async () => {
    const { sessionId } = await exchange(db.now, { end: { context: contextOf({ own: 'Here.' }) } })
    await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: at(0) })
    await db.now.sessions.clear(OWNER, sessionId, purge('c'))
    const since = await exchange(db.now, { sessionId })
    await runDue()
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
    })
    const { messages } = await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 10 })
    expect(messages.map(({ id }) => id)).toEqual([since.userId, since.answerId])
  })

  test('does not happen to what was taken back', async () => {
    const { sessionId } = await exchange(db.now)
    await db.now.sessions.clear(OWNER, sessionId, purge('c'))
    await db.now.sessions.undo(OWNER, 'c')
    await db.now.sessions.delete(OWNER, sessionId, purge('d'))
    await db.now.sessions.undo(OWNER, 'd')
    await runDue()
    expect((await counts()).messages).toBe(2)
  })

  test('leaves what the undo of an earlier clear shows again', async () => {
    const { sessionId } = await exchange(db.now)
    await db.now.sessions.clear(OWNER, sessionId, purge('first'))
    await db.now.sessions.clear(OWNER, sessionId, purge('second'))
    await db.now.sessions.undo(OWNER, 'first')
    await runDue()
    const { messages } = await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 10 })
    expect(messages).toHaveLength(2)
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
    }
    expect(await bytesHolding()).toBeGreaterThan(400)
    const { sessions } = db.now
    if (how === 'delete') await sessions.delete(OWNER, marked.sessionId, purge('p'))
    else await sessions.clear(OWNER, marked.sessionId, purge('p'))
    const [job] = await leaseDue(db.now, { now: at(50) })
    await db.now.purge.run('p', job?.payload)
    expect(await bytesHolding()).toBe(0)
    expect((await sessions.get(OWNER, kept.sessionId)).messageCount).toBe(202)
  })
})
