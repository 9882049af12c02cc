import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewTurn, SaidBefore, Splice } from '../ports/turn-store.ts'
import { begun, endOf, exchange, OWNER, sendTurn, talk } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const said = (role: SaidBefore['role'], text: string): SaidBefore => ({
  id: randomUUID(),
  role,
  text,
  tokens: { cl100k: 1, o200k: 1 },
})

describe.each(DIALECTS)('messages of a client with a history of its own, on %s', (dialect) => {
  const db = useDatabase(dialect)

  const spliced = (words: Parameters<typeof sendTurn>[0], splice: Splice): NewTurn => {
    const turn = sendTurn(words)
    if (turn.prompt.kind === 'send') turn.prompt.splice = splice
    return turn
  }
  const again = (sessionId: string, messageId: string, last: string | null): NewTurn => ({
    ...sendTurn({ sessionId }),
    prompt: { kind: 'again', clientId: null, messageId, last },
  })
  const begin = async (turn: NewTurn) => begun(await db.now.turnStore.begin(turn))
  const pathOf = async (sessionId: string) =>
    (await db.now.messages.page(OWNER, sessionId, { beforeSeq: null, limit: 50 })).messages
  const textsOf = async (sessionId: string) =>
    (await pathOf(sessionId)).map(({ parts }) => parts.map(({ text }) => text).join(''))

  test('what was said before is stored with the exchange, in a session that it makes', async () => {
    const before = [said('user', 'one'), said('assistant', 'two')]
    const turn = spliced({ text: 'three' }, { last: null, below: null, before })
    const { session, userMessage, answer } = await begin(turn)
    expect(session).toMatchObject({ nextSeq: 4, messageCount: 4, tokenCount: 3 })
    expect({ question: userMessage.seq, answer: answer.seq }).toEqual({ question: 2, answer: 3 })
    expect(await pathOf(session.id)).toMatchObject([
      { seq: 0, role: 'user', status: 'complete', tokens: 1 },
      { seq: 1, role: 'assistant', status: 'complete', model: null },
      { seq: 2, role: 'user' },
      { seq: 3, role: 'assistant', status: 'streaming' },
    ])
    const parents = await Promise.all(
      (await pathOf(session.id)).map(async ({ id }) => (await db.now.messages.get(OWNER, id)).parentId),
    )
    expect(parents).toEqual([null, before[0]?.id, before[1]?.id, userMessage.id])
  })

  test('and behind the path of one that is there', async () => {
    const { sessionId, last } = await talk(db.now, 1)
    const before = [said('user', 'meanwhile')]
    const turn = spliced({ sessionId, text: 'now' }, { last: last.answerId, below: last.answerId, before })
    const { session } = await begin(turn)
    expect(session).toMatchObject({ nextSeq: 5, messageCount: 5 })
    expect(await textsOf(sessionId)).toEqual(['question', 'the answer', 'meanwhile', 'now', ''])
    expect((await db.now.messages.get(OWNER, before[0]?.id ?? '')).parentId).toBe(last.answerId)
  })

  test('a branch: what stood behind leaves the path, with its dividers', async () => {
    const { sessionId, turns, last } = await talk(db.now, 3)
    await db.now.messages.addDivider(OWNER, sessionId, { id: 'divider', now: new Date() })
    const below = turns[0]?.answerId ?? ''
    await begin(spliced({ sessionId, text: 'instead' }, { last: last.answerId, below, before: [] }))
    expect(await textsOf(sessionId)).toEqual(['question', 'the answer', 'instead', ''])
    expect((await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).dividerSeq).toBeNull()
    // Nothing is lost.
    expect((await db.now.messages.get(OWNER, last.answerId)).status).toBe('complete')
  })

  test('a path of its own', async () => {
    const { sessionId, last } = await talk(db.now, 2)
    const before = [said('user', 'other'), said('assistant', 'history')]
    await begin(spliced({ sessionId, text: 'new' }, { last: last.answerId, below: null, before }))
    expect(await textsOf(sessionId)).toEqual(['other', 'history', 'new', ''])
  })

  test('what joins a marked exchange is marked, and what begins one is not', async () => {
    const { sessionId, last } = await talk(db.now, 1)
    const now = new Date()
    await db.now.messages.mark(OWNER, sessionId, last.userId, { mark: 'pinned', now })
    const before = [said('assistant', 'another answer'), said('user', 'next')]
    await begin(spliced({ sessionId }, { last: last.answerId, below: last.userId, before }))
    expect((await pathOf(sessionId)).map(({ pinned }) => pinned)).toEqual([true, true, false, false, false])
  })

  test('a path that is another one by now is not touched', async () => {
    const { sessionId, turns, last } = await talk(db.now, 2)
    const stale = {
      last: turns[0]?.answerId ?? '',
      below: turns[0]?.answerId ?? '',
      before: [said('user', 'x')],
    }
    await expect(begin(spliced({ sessionId }, stale))).rejects.toMatchObject({ code: 'session_busy' })
    await expect(begin(again(sessionId, turns[0]?.userId ?? '', stale.last))).rejects.toMatchObject({
      code: 'session_busy',
    })
    expect(await textsOf(sessionId)).toHaveLength(4)
    expect((await db.now.sessions.get(OWNER, sessionId)).nextSeq).toBe(last.answerSeq + 1)
  })

  test('below a message that is not on the path nothing goes', async () => {
    const { sessionId, last } = await talk(db.now, 1)
    const other = await exchange(db.now)
    const splice = { last: last.answerId, below: other.answerId, before: [] }
    await expect(begin(spliced({ sessionId }, splice))).rejects.toMatchObject({ code: 'message_not_found' })
  })

  test('while an answer is written nothing leaves the path', async () => {
    const { sessionId, turns } = await talk(db.now, 2)
    const running = sendTurn({ sessionId, text: 'running' })
    await begin(running)
    const splice = { last: running.answerId, below: turns[0]?.answerId ?? '', before: [] }
    await expect(begin(spliced({ sessionId }, splice))).rejects.toMatchObject({ code: 'session_busy' })
    expect(await textsOf(sessionId)).toHaveLength(6)
    await db.now.turnStore.end(endOf(running))
  })

  test('any message of the user is answered again, and what stood behind it leaves the path', async () => {
    const { sessionId, turns, last } = await talk(db.now, 3)
    const messageId = turns[1]?.userId ?? ''
    const { userMessage, answer, session } = await begin(again(sessionId, messageId, last.answerId))
    expect(userMessage.id).toBe(messageId)
    expect(session.messageCount).toBe(7)
    expect(answer.seq).toBe(6)
    expect((await pathOf(sessionId)).map(({ id }) => id)).toEqual([
      turns[0]?.userId,
      turns[0]?.answerId,
      messageId,
      answer.id,
    ])
  })

  test('an answer cannot be answered', async () => {
    const { sessionId, last } = await talk(db.now, 1)
    await expect(begin(again(sessionId, last.answerId, last.answerId))).rejects.toMatchObject({
      code: 'message_not_found',
    })
  })

  describe('a session that a client names', () => {
    const named = (sessionId: string) => {
      const turn = sendTurn()
      return { ...turn, place: { ...turn.place, sessionId } } as NewTurn
    }

    test('is begun by one of two at once', async () => {
      const results = await Promise.allSettled([begin(named('a name')), begin(named('a name'))])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const refused = results.find((result) => result.status === 'rejected')
      expect(refused?.reason).toMatchObject({ code: 'session_busy' })
    })

    test('is not begun a second time where it stands', async () => {
      const turn = named('taken')
      await begin(turn)
      await db.now.turnStore.end(endOf(turn))
      await expect(begin(named('taken'))).rejects.toMatchObject({ code: 'session_busy' })
      expect(await textsOf('taken')).toEqual(['question', 'the answer'])
    })

    test('may have the name of one that has ended, and not of one that may be brought back', async () => {
      const turn = named('once more')
      await begin(turn)
      await db.now.turnStore.end(endOf(turn))
      const end = (purgeId: string | null) =>
        db.now.database.write((tx) =>
          tx.session.update({ where: { id: 'once more' }, data: { deletedAt: new Date(), purgeId } }),
        )
      await end('purge')
      await expect(begin(named('once more'))).rejects.toMatchObject({ code: 'session_busy' })
      await end(null)
      expect((await begin(named('once more'))).session).toMatchObject({ id: 'once more', messageCount: 2 })
    })
  })
})
