import { describe, expect, test } from 'vitest'
import { NOTHING } from './testing/counts.ts'
import { foundBy } from './testing/recall-rows.ts'
import { richSession } from './testing/rich-session.ts'
import { at, begun, endOf, OWNER, regenerateTurn, sendTurn, talk } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'
import { purge, useForgetting } from './testing/use-forgetting.ts'

const unknown = { code: 'message_not_found' }

describe.each(DIALECTS)('Clearing does not forget: forgetting exchanges on %s', (dialect) => {
  const db = useDatabase(dialect)
  const { forget, undo, shown, read, purgeDue, everything } = useForgetting(db)

  test('hides one at once, counts what goes, and brings it back as it was', async () => {
    const { sessionId, first, second, third } = await richSession(db.now)
    const before = await everything()
    const { revision } = await db.now.sessions.get(OWNER, sessionId)
    const counts = {
      ...NOTHING,
      messages: 2,
      summaries: 2,
      maps: 1,
      prompts: 1,
      exchanges: 1,
      vectors: 1,
      replies: 1,
    }
    expect(await db.now.exchangeForgetting.countForForget(OWNER, [first.answerId])).toEqual(counts)
    expect(await forget([first.answerId])).toEqual({ purgeId: 'p', until: at(40), counts })

    expect(await shown(sessionId)).toEqual([second, third].flatMap((each) => [each.userId, each.answerId]))
    const session = await db.now.sessions.get(OWNER, sessionId)
    expect(session).toMatchObject({ title: 'second', messageCount: 4, tokenCount: 6 })
    expect(session.revision).not.toBe(revision)
    expect(await foundBy(db.now, 'first')).toEqual([])
    expect(await db.now.replies.find(OWNER, 'k', at(11))).toBeNull()
    for (const id of [first.userId, first.answerId]) {
      await expect(db.now.messages.get(OWNER, id)).rejects.toMatchObject(unknown)
      await expect(db.now.contextMaps.get(OWNER, id)).rejects.toMatchObject(unknown)
      await expect(forget([id], [], purge('again'))).rejects.toMatchObject(unknown)
    }
    expect((await db.now.contextMaps.words(OWNER, [first.userId])).size).toBe(0)
    expect(
      (await db.now.interfaceSessions.stored(OWNER, sessionId, { fromSeq: 0, limit: 9 })).messages,
    ).toHaveLength(4)
    expect((await db.now.summaries.list(OWNER, sessionId, { limit: 9 })).versions).toEqual([])
    expect((await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).summaries).toEqual([])

    await expect(db.now.sessions.undo('another', 'p')).rejects.toMatchObject({ code: 'undo_expired' })
    await undo()
    expect(await everything()).toEqual(before)
    expect(await foundBy(db.now, 'first')).toEqual([first.userId])
    await purgeDue()
    expect(await everything()).toEqual(before)
  })

  test('purges all of it, and leaves the rest', async () => {
    const { sessionId, first, second, third } = await richSession(db.now)
    await forget([first.userId])
    await purgeDue()
    const left = await everything()
    expect(left.sessions.map(({ id }) => id)).toEqual([sessionId])
    expect(left.messages.map(({ id }) => id).toSorted()).toEqual(
      [second, third].flatMap((each) => [each.userId, each.answerId]).toSorted(),
    )
    expect(left).toMatchObject({ maps: [], summaries: [], replies: [], exchanges: [{ id: second.userId }] })
    expect(await read((tx) => tx.promptText.count())).toBe(0)
    await expect(undo()).rejects.toMatchObject({ code: 'undo_expired' })
    const jobs = await read((tx) => tx.job.findMany({ where: { kind: { not: 'title' } } }))
    // What is left of the summary's messages is told anew.
    expect(jobs).toMatchObject([{ kind: 'summary', payload: { again: { toSeq: 3, asked: false } } }])
  })

  test('takes the answers that were written anew along, from whichever it is named by', async () => {
    const { sessionId, last } = await talk(db.now, 2)
    const again = regenerateTurn(sessionId, last.answerId)
    begun(await db.now.turnStore.begin(again))
    await db.now.turnStore.end(endOf(again))
    for (const id of [last.userId, last.answerId, again.answerId]) {
      expect((await forget([id, last.userId], [], purge(id))).counts.messages).toBe(3)
      expect(await shown(sessionId)).toHaveLength(2)
      await undo(id)
      expect(await shown(sessionId)).toEqual(expect.arrayContaining([last.userId, again.answerId]))
      expect(await shown(sessionId)).toHaveLength(4)
    }
  })

  test('an unread answer that is forgotten calls nobody', async () => {
    const { sessionId, last } = await talk(db.now, 2)
    await db.now.sessions.markRead(OWNER, sessionId, 1)
    expect((await db.now.sessions.get(OWNER, sessionId)).unread).toBe(true)
    await forget([last.userId])
    expect((await db.now.sessions.get(OWNER, sessionId)).unread).toBe(false)
    await undo()
    expect((await db.now.sessions.get(OWNER, sessionId)).unread).toBe(true)
  })

  test('refuses what is being written, and not what stands beside it', async () => {
    const { sessionId, last } = await talk(db.now, 2)
    const turn = sendTurn({ sessionId })
    const { userMessage } = begun(await db.now.turnStore.begin(turn))
    await expect(forget([userMessage.id])).rejects.toMatchObject({
      code: 'session_busy',
      details: { runId: turn.runId, answerId: turn.answerId },
    })
    await forget([last.userId])
    await db.now.turnStore.end(endOf(turn))
    expect(await db.now.sessions.get(OWNER, sessionId)).toMatchObject({ messageCount: 4, tokenCount: 6 })
  })

  test('knows nothing of another owner’s, of dividers, and of what is not there', async () => {
    const { sessionId, last } = await talk(db.now)
    await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: at(1) })
    const named = { exchangeIds: [last.userId], answerIds: [] }
    await expect(db.now.exchangeForgetting.forgetExchanges('another', named, purge())).rejects.toMatchObject(
      unknown,
    )
    for (const id of ['nowhere', 'divider'])
      await expect(forget([last.userId, id])).rejects.toMatchObject(unknown)
    await expect(forget([], [last.userId])).rejects.toMatchObject(unknown)
    expect(await shown(sessionId)).toHaveLength(7)
  })
})
