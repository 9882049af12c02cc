import { describe, expect, test } from 'vitest'
import { NOTHING } from './testing/counts.ts'
import { leaseDue } from './testing/leases.ts'
import { foundBy, receive, remember } from './testing/recall-rows.ts'
import { storeSummary } from './testing/summaries.ts'
import {
  at,
  begun,
  contextOf,
  endOf,
  exchange,
  OWNER,
  regenerateTurn,
  sendTurn,
  talk,
} from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const titleOf = (text: string) => text.slice(0, 40)
const purge = (purgeId = 'p', seconds = 10) => ({
  purgeId,
  now: at(seconds),
  until: at(seconds + 30),
  titleOf,
})
const unknown = { code: 'message_not_found' }

describe.each(DIALECTS)('clearing does not forget: forgetting exchanges on %s', (dialect) => {
  const db = useDatabase(dialect)
  const forgetting = () => db.now.exchangeForgetting
  const forget = (exchangeIds: string[], answerIds: string[] = [], plan = purge()) =>
    forgetting().forgetExchanges(OWNER, { exchangeIds, answerIds }, plan)
  const undo = (purgeId = 'p') => db.now.sessions.undo(OWNER, purgeId)
  const shown = async (sessionId: string) =>
    (await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 100 })).messages.map(
      ({ id }) => id,
    )
  const read = <T>(work: Parameters<typeof db.now.database.read<T>>[0]) => db.now.database.read(work)
  const purgeDue = async (seconds = 50) => {
    for (const job of await leaseDue(db.now, { now: at(seconds) })) {
      await db.now.purge.run(job.id, job.payload)
      await db.now.purge.run(job.id, job.payload)
      await db.now.jobs.done(job)
    }
  }
  /** All rows, but for what tells a page to look again. */
  const everything = () =>
    read(async (tx) => ({
      sessions: (await tx.session.findMany({ orderBy: { id: 'asc' } })).map(({ chosen: _, ...row }) => row),
      messages: await tx.message.findMany({ orderBy: { id: 'asc' } }),
      runs: await tx.run.findMany({ orderBy: { id: 'asc' } }),
      maps: await tx.contextMap.findMany({ orderBy: { messageId: 'asc' } }),
      summaries: await tx.summary.findMany({ orderBy: { id: 'asc' } }),
      exchanges: await tx.exchange.findMany({ orderBy: { id: 'asc' }, include: { chunks: true } }),
      replies: await tx.cachedReply.findMany({ orderBy: { key: 'asc' } }),
      receipts: await tx.receipt.findMany({ orderBy: { messageId: 'asc' } }),
    }))

  /** Three exchanges with all that can hang on the first. */
  async function rich() {
    const end = { context: contextOf({ own: 'Here.' }) }
    const first = await exchange(db.now, { text: 'first words', end })
    const { sessionId } = first
    const second = await exchange(db.now, { sessionId, text: 'second' })
    const third = await exchange(db.now, { sessionId, text: 'third' })
    await storeSummary(db.now, sessionId)
    await storeSummary(db.now, sessionId, { version: 2, toSeq: 3 })
    await remember(db.now, { owner: OWNER, ...first }, { text: 'User: first words', terms: 'first word' })
    await remember(db.now, { owner: OWNER, ...second, seq: 2 }, { text: 'User: second', terms: 'second' })
    await db.now.replies.keep(OWNER, { key: 'k', messageId: first.answerId, expiresAt: at(9_000) })
    return { sessionId, first, second, third }
  }

  test('hides one at once, counts what goes, and brings it back as it was', async () => {
    const { sessionId, first, second, third } = await rich()
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
    expect(await forgetting().countForForget(OWNER, [first.answerId])).toEqual(counts)
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
    const { sessionId, first, second, third } = await rich()
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

  test('a new turn goes on from the exchange before, and stays where it is when that is undone', async () => {
    const { sessionId, turns, last } = await talk(db.now, 3)
    await forget([last.userId])
    const next = await exchange(db.now, { sessionId, text: 'next' })
    expect((await db.now.messages.get(OWNER, next.userId)).parentId).toBe(turns[1]?.answerId)
    await undo()
    expect((await shown(sessionId)).slice(-4)).toEqual([
      ...[last.userId, last.answerId],
      ...[next.userId, next.answerId],
    ])
    expect(await db.now.sessions.get(OWNER, sessionId)).toMatchObject({ messageCount: 8 })
  })

  test('comes back behind an exchange that was answered anew meanwhile, not within it', async () => {
    const { sessionId, turns, last } = await talk(db.now, 3)
    await remember(db.now, { owner: OWNER, ...last, seq: 4 }, { text: 'Third.', terms: 'third' })
    await forget([last.userId])
    const [first, second] = turns
    const again = regenerateTurn(sessionId, second?.answerId ?? '')
    begun(await db.now.turnStore.begin(again))
    await db.now.turnStore.end(endOf(again))
    await undo()
    expect(await shown(sessionId)).toEqual([
      ...[first?.userId, first?.answerId, second?.userId, again.answerId],
      ...[last.userId, last.answerId],
    ])
    const { seq } = await db.now.messages.get(OWNER, last.userId)
    expect(await read((tx) => tx.exchange.findMany())).toMatchObject([{ id: last.userId, seq }])
    expect((await exchange(db.now, { sessionId })).answerSeq).toBe(seq + 3)
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
    await expect(forgetting().forgetExchanges('another', named, purge())).rejects.toMatchObject(unknown)
    for (const id of ['nowhere', 'divider'])
      await expect(forget([last.userId, id])).rejects.toMatchObject(unknown)
    await expect(forget([], [last.userId])).rejects.toMatchObject(unknown)
    expect(await shown(sessionId)).toHaveLength(7)
  })

  describe('the title', () => {
    const titleIs = async (sessionId: string) => {
      const { title, titleBy } = await db.now.sessions.get(OWNER, sessionId)
      return [title, titleBy]
    }
    const two = async () => {
      const first = await exchange(db.now, { text: 'one' })
      return { first, second: await exchange(db.now, { sessionId: first.sessionId, text: 'two' }) }
    }
    const named = async (sessionId: string) => {
      const untitled = await db.now.titles.untitled(OWNER, sessionId)
      if (untitled === null) throw new Error('It has a name.')
      expect(await db.now.titles.name(OWNER, untitled, 'By a model')).toBe(true)
      await read((tx) => tx.job.findMany())
      await db.now.database.write((tx) => tx.job.deleteMany({ where: { kind: 'title' } }))
    }
    const titleJobs = () => read((tx) => tx.job.count({ where: { kind: 'title' } }))

    test('is made anew of the next message, or is none', async () => {
      const { first, second } = await two()
      const { sessionId } = first
      await forget([second.userId], [], purge('second'))
      expect(await titleIs(sessionId)).toEqual(['one', 'message'])
      await undo('second')
      await forget([first.userId], [], purge('first'))
      expect(await titleIs(sessionId)).toEqual(['two', 'message'])
      await forget([second.userId], [], purge('second'))
      expect(await titleIs(sessionId)).toEqual(['New chat', 'none'])
      await undo('first')
      expect(await titleIs(sessionId)).toEqual(['one', 'message'])
      await undo('second')
      expect(await titleIs(sessionId)).toEqual(['one', 'message'])
    })

    test('by a model is asked for again, and comes back', async () => {
      const { first } = await two()
      const { sessionId } = first
      await named(sessionId)
      await forget([first.userId])
      expect(await titleIs(sessionId)).toEqual(['two', 'message'])
      expect(await titleJobs()).toBe(1)
      await undo()
      expect(await titleIs(sessionId)).toEqual(['By a model', 'model'])
    })

    test('of the user stays', async () => {
      const { first } = await two()
      await db.now.sessions.update(OWNER, first.sessionId, { title: 'Mine' })
      await forget([first.userId])
      expect(await titleIs(first.sessionId)).toEqual(['Mine', 'user'])
    })

    test('that a model says of what was forgotten meanwhile is not given', async () => {
      const { first } = await two()
      const untitled = await db.now.titles.untitled(OWNER, first.sessionId)
      await forget([first.userId])
      if (untitled === null) throw new Error('It has a name.')
      expect(await db.now.titles.name(OWNER, untitled, 'Of one')).toBe(false)
    })

    test('that was sent with passages goes from the receipts if it came from what was forgotten', async () => {
      const { first, second } = await two()
      const other = await exchange(db.now)
      const { sessionId } = first
      const of = { owner: OWNER, sessionId, title: 'one' }
      await receive(db.now, other.answerId, { ...of, exchangeId: second.userId })
      const sent = async () => (await read((tx) => tx.receipt.findFirstOrThrow())).title
      await forget([second.userId], [], purge('second'))
      await purgeDue()
      expect(await sent()).toBe('one')
      await forget([first.userId], [], purge('first', 60))
      expect(await sent()).toBe('one')
      await purgeDue(100)
      expect(await sent()).toBeNull()
    })
  })

  describe('answers that quoted it', () => {
    async function quoted() {
      const { sessionId, first, second, third } = await rich()
      const other = await exchange(db.now, { text: 'elsewhere', answer: 'You said: first words' })
      const of = { owner: OWNER, exchangeId: first.userId, sessionId, title: 'first words' }
      await receive(db.now, other.answerId, of)
      await receive(db.now, third.answerId, of)
      const fromOther = { text: 'User: elsewhere Assistant: first words', terms: 'elsewher first word' }
      await remember(db.now, { owner: OWNER, ...other }, fromOther)
      return { sessionId, first, second, third, other }
    }
    const quotes = (scope: Parameters<ReturnType<typeof forgetting>['quotedBy']>[1], owner = OWNER) =>
      forgetting().quotedBy(owner, scope, { limit: 10 })

    test('are listed, also when it is gone: those that can be seen and do not go with it', async () => {
      const { sessionId, first, third, other } = await quoted()
      const elsewhere = {
        answerId: other.answerId,
        session: { id: other.sessionId, title: 'elsewhere' },
        createdAt: at(0).toISOString(),
        words: 'You said: first words',
      }
      expect(await quotes({ sessionId })).toEqual({ quotes: [elsewhere], total: 1 })
      const ids = async (id: string) =>
        (await quotes({ exchangeIds: [id] })).quotes.map(({ answerId }) => answerId)
      const both = [other.answerId, third.answerId].toSorted()
      for (const id of [first.userId, first.answerId]) expect((await ids(id)).toSorted()).toEqual(both)
      expect(await quotes({ exchangeIds: [first.userId] }, 'another')).toEqual({ quotes: [], total: 0 })
      expect(await quotes({ source: 'page' })).toEqual({ quotes: [], total: 0 })
      expect(await forgetting().countForForget(OWNER, [first.userId])).toMatchObject({ quotes: 2 })
      expect(await db.now.sessions.countForDelete(OWNER, sessionId)).toMatchObject({ quotes: 1 })
      await forget([first.userId])
      await purgeDue()
      expect((await ids(first.userId)).toSorted()).toEqual(both)
      await db.now.sessions.delete(OWNER, other.sessionId, purge('d'))
      expect(await ids(first.userId)).toEqual([third.answerId])
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

    test('take the marks of their question on the way back, or are a left one beside a newer answer', async () => {
      const { sessionId, last } = await talk(db.now, 1)
      await forget([], [last.answerId])
      await db.now.messages.mark(OWNER, sessionId, last.userId, { mark: 'excluded', now: at(11) })
      await undo()
      expect(await db.now.messages.get(OWNER, last.answerId)).toMatchObject({ excluded: true })
    })
  })

  describe('summaries', () => {
    const versions = async (sessionId: string) =>
      (await db.now.summaries.list(OWNER, sessionId, { limit: 9 })).versions.map(({ version, usable }) =>
        usable ? version : -version,
      )

    test('that were written without it meanwhile go when it comes back, and others get later numbers', async () => {
      const { sessionId, turns } = await talk(db.now, 4)
      await storeSummary(db.now, sessionId)
      await storeSummary(db.now, sessionId, { version: 2, toSeq: 3 })
      await forget([turns[1]?.userId ?? ''])
      expect(await versions(sessionId)).toEqual([1])
      await storeSummary(db.now, sessionId, { version: 2, toSeq: 5, text: 'without it' })
      await storeSummary(db.now, sessionId, { version: 3, text: 'of the first' })
      await undo()
      expect(await versions(sessionId)).toEqual([3, 2, 1])
      const list = await db.now.summaries.list(OWNER, sessionId, { limit: 9 })
      expect(list.versions.map(({ text, toSeq }) => [text, toSeq])).toEqual([
        ['of the first', 1],
        ['They spoke.', 3],
        ['They spoke.', 1],
      ])
    })

    test('come back as the marks are by then, and not where they tell what is hidden still', async () => {
      const { sessionId, turns } = await talk(db.now, 4)
      const [first, second, third] = turns.map(({ userId }) => userId)
      await storeSummary(db.now, sessionId, { toSeq: 3 })
      await storeSummary(db.now, sessionId, { version: 2, toSeq: 5 })
      await forget([second ?? ''])
      await db.now.messages.mark(OWNER, sessionId, first ?? '', { mark: 'excluded', now: at(11) })
      await forget([third ?? ''], [], purge('third'))
      await undo()
      expect(await versions(sessionId)).toEqual([-1])
      await db.now.messages.mark(OWNER, sessionId, first ?? '', { mark: null, now: at(12) })
      expect(await versions(sessionId)).toEqual([1])
      await undo('third')
      expect(await versions(sessionId)).toEqual([1])
    })
  })

  describe('with other ways to forget', () => {
    test('what was forgotten does not come back into what was cleared since', async () => {
      const { sessionId, last } = await talk(db.now, 2)
      await forget([last.userId])
      await db.now.sessions.clear(OWNER, sessionId, purge('c'))
      await expect(undo()).rejects.toMatchObject({ code: 'undo_expired' })
      await db.now.sessions.undo(OWNER, 'c')
      await undo()
      expect(await shown(sessionId)).toHaveLength(4)
    })

    test('what comes back into a deleted session goes and comes with that', async () => {
      for (const comes of [true, false]) {
        const { sessionId, last } = await talk(db.now, 2)
        await forget([last.userId])
        await db.now.sessions.delete(OWNER, sessionId, purge('d'))
        await undo()
        if (comes) {
          await undo('d')
          expect(await shown(sessionId)).toHaveLength(4)
          await db.now.database.write((tx) => tx.session.deleteMany())
        } else {
          await purgeDue()
          expect(await read((tx) => tx.message.count())).toBe(0)
        }
      }
    })

    test('a final deletion takes what was forgotten too, at once', async () => {
      const { sessionId, last } = await talk(db.now, 2)
      const elsewhere = await exchange(db.now)
      await forget([last.userId], [elsewhere.answerId])
      await db.now.finalDeletion.begin(
        OWNER,
        { sessionId },
        { purgeId: 'f', now: at(11), takeOverAt: at(70) },
      )
      await expect(undo('f')).rejects.toMatchObject({ code: 'undo_expired' })
      await db.now.finalDeletion.finish(OWNER, 'f', at(12))
      expect(await read((tx) => tx.message.count({ where: { id: last.userId } }))).toBe(0)
      // The other part of that forgetting can still be undone.
      await undo()
      expect(await shown(elsewhere.sessionId)).toHaveLength(2)
      expect(await read((tx) => tx.session.count())).toBe(1)
    })

    test('a final deletion of all of a source leaves nothing to be undone', async () => {
      const { sessionId, userId } = await exchange(db.now, { kind: { source: 'interface' } })
      await forget([userId])
      await db.now.finalDeletion.begin(
        OWNER,
        { source: 'interface' },
        { purgeId: 'f', now: at(11), takeOverAt: at(70) },
      )
      await expect(undo()).rejects.toMatchObject({ code: 'undo_expired' })
      await db.now.finalDeletion.finish(OWNER, 'f', at(12))
      await purgeDue()
      expect(await read((tx) => tx.session.findMany({ where: { id: sessionId } }))).toEqual([])
      expect(await read((tx) => tx.session.count())).toBe(0)
    })
  })
})
