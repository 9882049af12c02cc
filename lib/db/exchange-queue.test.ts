import { describe, expect, test } from 'vitest'
import { EMBED_JOB, INDEX_JOB } from '../schemas/job.ts'
import { indexQueueOf, MODEL, REMEMBER } from './testing/index-queue.ts'
import { at, endOf, exchange, OWNER, regenerateTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('the queue of what is to be indexed on %s', (dialect) => {
  const db = useDatabase(dialect)
  const { queue, said, jobs, chunks, remembered, index, embed, hide } = indexQueueOf(db)

  test('what was never asked for is found: finished, on the path, neither excluded nor temporary', async () => {
    const { sessionId } = await exchange(db.now, { text: 'one', answer: 'eins' })
    await exchange(db.now, { sessionId, text: 'two', end: { status: 'failed' } })
    const left = await exchange(db.now, { sessionId, text: 'three', answer: 'left' })
    const again = { ...regenerateTurn(sessionId, left.answerId), model: 'compatible/x' }
    await db.now.turnStore.begin(again)
    await db.now.turnStore.end(endOf(again, 'drei', { status: 'stopped' }))
    const out = await exchange(db.now, { sessionId, text: 'four' })
    await db.now.messages.mark(OWNER, sessionId, out.userId, { mark: 'excluded', now: at(2) })
    expect(await queue().addMissing(OWNER, sessionId, { limit: 1 })).toBe(1)
    expect(await queue().addMissing(OWNER, sessionId, { limit: 9 })).toBe(1)
    expect(await queue().addMissing(OWNER, sessionId, { limit: 9 })).toBe(0)
    expect(await said()).toEqual([
      ['three', 'drei'],
      ['one', null],
    ])
    expect(await queue().addMissing('other', sessionId, { limit: 9 })).toBe(0)
  })

  test('what was answered anew while nobody asked for it is found with the answer that stands', async () => {
    const told = await remembered({ text: 'one', answer: 'eins' })
    await remembered({ sessionId: told.sessionId, text: 'two', answer: 'zwei' })
    await index()
    const newest = await exchange(db.now, {
      sessionId: told.sessionId,
      text: 'three',
      answer: 'by quotes',
      end: REMEMBER,
    })
    const again = { ...regenerateTurn(told.sessionId, newest.answerId), model: 'compatible/x' }
    await db.now.turnStore.begin(again)
    await db.now.turnStore.end(endOf(again, 'drei'))
    expect(await queue().addMissing(OWNER, told.sessionId, { limit: 9 })).toBe(1)
    expect(await queue().addMissing(OWNER, told.sessionId, { limit: 9 })).toBe(0)
    expect(await said()).toEqual([['three', 'drei']])
  })

  test('sessions come least active first, without the temporary and deleted', async () => {
    const late = await exchange(db.now, { now: at(9) })
    const early = await exchange(db.now, { now: at(1) })
    await exchange(db.now, { now: at(2), kind: { temporary: true } })
    await hide((await exchange(db.now, { now: at(3) })).sessionId)
    await db.now.sessions.update(OWNER, late.sessionId, { memory: { recall: { remembered: false } } })
    const [first, ...none] = await queue().sessionsBehind(OWNER, { after: null, limit: 1 })
    expect([first?.id, none]).toEqual([early.sessionId, []])
    const rest = await queue().sessionsBehind(OWNER, { after: first ?? null, limit: 9 })
    expect(rest).toEqual([
      { id: late.sessionId, lastActiveAt: at(9), memory: { recall: { remembered: false } } },
    ])
  })

  test('forgetting a session takes all of it, and nothing of another', async () => {
    const { sessionId } = await remembered({ text: 'one' })
    await remembered({ text: 'two' })
    await index()
    await queue().forget('other', sessionId)
    expect(await chunks()).toHaveLength(4)
    await queue().forget(OWNER, sessionId)
    expect((await chunks()).map(({ text }) => text)).toContain('two')
    expect(await chunks()).toHaveLength(2)
  })

  test('a start asks for everyone what is missing, and for vectors where a model has none', async () => {
    await exchange(db.now)
    await queue().askForAll(MODEL, at(1))
    expect(await jobs()).toEqual(expect.arrayContaining([INDEX_JOB]))
    expect(await jobs()).not.toContain(EMBED_JOB)
    await remembered()
    await index()
    await embed()
    await db.now.database.write((tx) => tx.job.deleteMany())
    await queue().askForAll(MODEL, at(1))
    expect(await jobs()).toEqual([INDEX_JOB])
    await queue().askForAll('another', at(1))
    expect(await jobs()).toEqual([EMBED_JOB, INDEX_JOB])
  })

  test('what is missing is not forgotten over what is asked for later', async () => {
    const payload = async () =>
      (await db.now.database.read((tx) => tx.job.findFirst({ where: { kind: INDEX_JOB } })))?.payload
    await remembered()
    expect(await payload()).toEqual({ missing: false })
    await queue().askForMissing(OWNER, at(1))
    await remembered()
    expect(await payload()).toEqual({ missing: true })
  })

  test('says how much there is', async () => {
    expect(await queue().state(OWNER, MODEL)).toEqual({
      ...{
        exchanges: 0,
        sessions: 0,
        withoutTexts: 0,
        withoutVectors: 0,
        failed: 0,
        textBytes: 0,
        vectorBytes: 0,
      },
    })
    const { sessionId, userId } = await remembered({ text: 'one', answer: 'eins' })
    await index()
    await embed()
    const two = await remembered({ sessionId, text: 'two', answer: 'zwölf' })
    await index()
    await remembered({ sessionId, text: 'three' })
    // The first one while another model was in use, which is not there any more.
    await queue().failed(OWNER, [userId, two.userId], 'It is away.')
    expect(await queue().state(OWNER, MODEL)).toEqual({
      ...{
        exchanges: 3,
        sessions: 1,
        withoutTexts: 1,
        withoutVectors: 1,
        failed: 1,
        textBytes: 22,
        vectorBytes: 16,
      },
    })
  })
})
