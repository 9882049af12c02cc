import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Encoding } from '../memory/types.ts'
import type { EndedTurn } from '../ports/turn-store.ts'
import type { Mark } from '../schemas/mark.ts'
import { textOf } from '../schemas/message.ts'
import { sampleMap } from '../schemas/testing/sample-views.ts'
import { storable } from '../schemas/text.ts'
import { at, begun, endOf, exchange, OWNER, regenerateTurn, sendTurn } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const ALL = { fromSeq: 0, beforeSeq: 1_000, take: 100, encoding: 'o200k_base' } as const

const NO_SUMMARY = { summaries: [], summaryFailure: null }

describe.each(DIALECTS)('messages on %s', (dialect) => {
  const db = useDatabase(dialect)
  const divide = (sessionId: string) =>
    db.now.messages.addDivider(OWNER, sessionId, { id: randomUUID(), now: at(9) })
  const pageOf = (sessionId: string, beforeSeq: number | null = null, limit = 100) =>
    db.now.messages.page(OWNER, sessionId, { beforeSeq, limit })

  async function threeExchanges() {
    const { sessionId } = await exchange(db.now, { text: 'one' })
    await exchange(db.now, { sessionId, text: 'two' })
    await exchange(db.now, { sessionId, text: 'three' })
    return sessionId
  }

  test('pages from the newest backwards, oldest first within a page', async () => {
    const sessionId = await threeExchanges()
    const newest = await pageOf(sessionId, null, 4)
    expect(newest.messages.map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
    expect(newest.earlier).toBe(true)
    const earlier = await pageOf(sessionId, 2, 4)
    expect(earlier.messages.map(({ seq }) => seq)).toEqual([0, 1])
    expect(earlier.earlier).toBe(false)
    expect((await pageOf(sessionId, null, 6)).earlier).toBe(false)
  })

  test.each([
    ['with the same timestamp', [at(5), at(5), at(5)]],
    ['written by clocks that went back', [at(9), at(5), at(1)]],
  ])('messages %s keep their places: their order is a sequence', async (_, [first, ...later]) => {
    const { sessionId } = await exchange(db.now, { text: '0', answer: '1', now: first })
    for (const [index, now] of later.entries())
      await exchange(db.now, { sessionId, text: `${2 * index + 2}`, answer: `${2 * index + 3}`, now })
    const order = ['0', '1', '2', '3', '4', '5']
    expect((await pageOf(sessionId)).messages.map(textOf)).toEqual(order)
    const rows = await db.now.messages.readBack(OWNER, sessionId, ALL)
    expect(rows.map(({ text }) => text)).toEqual(order.toReversed())
  })

  test('reads back newest first between two bounds', async () => {
    const sessionId = await threeExchanges()
    const rows = await db.now.messages.readBack(OWNER, sessionId, {
      ...ALL,
      fromSeq: 1,
      beforeSeq: 5,
      take: 3,
    })
    expect(rows.map(({ seq }) => seq)).toEqual([4, 3, 2])
    const [row] = await db.now.messages.readBack(OWNER, sessionId, { ...ALL, take: 1 })
    const page = await pageOf(sessionId, null, 1)
    expect(row).toEqual({
      id: page.messages[0]?.id,
      seq: 5,
      role: 'assistant',
      text: 'the answer',
      tokens: 2,
      pinned: false,
      excluded: false,
      status: 'complete',
    })
  })

  test('reads back every character as it was written, and no session where there is none', async () => {
    const text = 'a "quote" \\ \n\t\u0001 \u2028 é 漢字 👩‍👩‍👧 </script>'
    const { sessionId } = await exchange(db.now, { text })
    const rows = await db.now.messages.readBack(OWNER, sessionId, ALL)
    expect(rows.at(-1)?.text).toBe(text)
    expect(await db.now.messages.readBack(OWNER, 'nowhere', ALL)).toEqual([])
  })

  test('gives the tokens of the encoding that is asked for', async () => {
    const { sessionId } = await exchange(db.now, { end: { tokens: { cl100k: 11, o200k: 22 } } })
    const tokens = async (encoding: Encoding) =>
      (await db.now.messages.readBack(OWNER, sessionId, { ...ALL, encoding }))[0]?.tokens
    expect([await tokens('cl100k_base'), await tokens('o200k_base')]).toEqual([11, 22])
    // Of an estimate, what it is made of.
    expect([await tokens('cl100k_digits'), await tokens('unknown')]).toEqual([11, 22])
  })

  test('leaves dividers, left branches and the streaming answer out of the tail', async () => {
    const { sessionId, answerId, userId } = await exchange(db.now)
    await db.now.turnStore.begin(regenerateTurn(sessionId, answerId))
    const rows = await db.now.messages.readBack(OWNER, sessionId, ALL)
    expect(rows.map(({ id }) => id)).toEqual([userId])
    expect((await pageOf(sessionId)).messages.map(({ seq }) => seq)).toEqual([0, 2])
  })

  test('shows nothing of a session that was deleted or is not the owner’s', async () => {
    const { sessionId, answerId } = await exchange(db.now)
    const { messages } = db.now
    const unseenBy = async (owner: string) => {
      expect(await messages.readBack(owner, sessionId, ALL)).toEqual([])
      const gone = { code: 'session_not_found' }
      await expect(messages.page(owner, sessionId, { beforeSeq: null, limit: 1 })).rejects.toMatchObject(gone)
      await expect(messages.bounds(owner, sessionId, 'o200k_base')).rejects.toMatchObject(gone)
      await expect(messages.addDivider(owner, sessionId, { id: 'd', now: at(0) })).rejects.toMatchObject(gone)
      await expect(messages.get(owner, answerId)).rejects.toMatchObject({ code: 'message_not_found' })
      await expect(db.now.contextMaps.get(owner, answerId)).rejects.toMatchObject({
        code: 'message_not_found',
      })
      expect(await db.now.contextMaps.words(owner, [answerId])).toEqual(new Map())
    }
    await unseenBy('another')
    await db.now.sessions.delete(OWNER, sessionId, { purgeId: 'p', now: at(1), until: at(31) })
    await unseenBy(OWNER)
  })

  test('shows nothing from before a clear, and goes on after it', async () => {
    const { sessionId, answerId } = await exchange(db.now)
    await divide(sessionId)
    await db.now.sessions.clear(OWNER, sessionId, { purgeId: 'p', now: at(1), until: at(31) })
    const { messages } = db.now
    expect((await pageOf(sessionId)).messages).toEqual([])
    expect(await messages.readBack(OWNER, sessionId, ALL)).toEqual([])
    expect(await messages.bounds(OWNER, sessionId, 'o200k_base')).toEqual({
      firstSeq: null,
      dividerSeq: null,
      floorSeq: 3,
      ...NO_SUMMARY,
      previous: null,
      hasPinned: false,
    })
    await expect(messages.get(OWNER, answerId)).rejects.toMatchObject({ code: 'message_not_found' })
    expect(await db.now.contextMaps.words(OWNER, [answerId])).toEqual(new Map())
    const next = await exchange(db.now, { sessionId })
    expect((await messages.get(OWNER, next.userId)).parentId).toBeNull()
    expect((await messages.readBack(OWNER, sessionId, ALL)).map(({ id }) => id)).toEqual([
      next.answerId,
      next.userId,
    ])
    expect(await messages.bounds(OWNER, sessionId, 'o200k_base')).toEqual({
      firstSeq: 3,
      dividerSeq: null,
      floorSeq: 3,
      ...NO_SUMMARY,
      previous: null,
      hasPinned: false,
    })
  })

  test('bounds hold the newest decision on the path, as far as it bears on the next one', async () => {
    const trimmed = (beforeSeq: number): EndedTurn['context'] => {
      const leftOut = [{ fromSeq: 0, toSeq: beforeSeq - 1, reason: 'budget' as const }]
      return {
        map: sampleMap({ leftOut, trimmed: { beforeSeq, reason: 'budget' } }),
        texts: [],
        receipts: [],
      }
    }
    const { sessionId } = await exchange(db.now, { end: { context: trimmed(1) } })
    const { answerId } = await exchange(db.now, { sessionId, end: { context: trimmed(2) } })
    const previous = async () => (await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).previous
    const { settings, limit, encoding } = sampleMap()
    expect(await previous()).toEqual({
      settings,
      limit,
      encoding,
      trimmed: { beforeSeq: 2, reason: 'budget' },
      summary: null,
      recall: null,
    })
    // Its answer is on a left branch now; the one that is written has no decision yet.
    await db.now.turnStore.begin(regenerateTurn(sessionId, answerId))
    expect((await previous())?.trimmed?.beforeSeq).toBe(1)
    await db.now.sessions.clear(OWNER, sessionId, { purgeId: 'p', now: at(1), until: at(31) })
    expect(await previous()).toBeNull()
  })

  test('a decision from before there were two marks trims nothing', async () => {
    const { trimmed: _, ...old } = sampleMap()
    const context = { map: old as ReturnType<typeof sampleMap>, texts: [], receipts: [] }
    const { sessionId } = await exchange(db.now, { end: { context } })
    expect((await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).previous).toMatchObject({
      trimmed: null,
    })
  })

  describe('marks', () => {
    const mark = (sessionId: string, messageId: string, to: Mark) =>
      db.now.messages.mark(OWNER, sessionId, messageId, { mark: to, now: at(9) })
    const ofAll = async (sessionId: string) =>
      (await pageOf(sessionId)).messages
        .map(({ pinned, excluded }) => (pinned ? 'p' : excluded ? 'x' : '-'))
        .join('')

    test('are of the whole exchange, whichever of its messages is chosen, and one at a time', async () => {
      const sessionId = await threeExchanges()
      const { messages } = await pageOf(sessionId)
      const ids = messages.map(({ id }) => id)
      expect(await mark(sessionId, ids[3] ?? '', 'pinned')).toEqual({
        messages: ids.slice(2, 4).map((id) => ({ id, pinned: true, excluded: false })),
      })
      await mark(sessionId, ids[0] ?? '', 'excluded')
      expect(await ofAll(sessionId)).toBe('xxpp--')
      await mark(sessionId, ids[2] ?? '', 'excluded')
      await mark(sessionId, ids[1] ?? '', null)
      expect(await ofAll(sessionId)).toBe('--xx--')
    })

    test('of an exchange hold for the answer that is written anew', async () => {
      const { sessionId, answerId, userId } = await exchange(db.now)
      await mark(sessionId, userId, 'pinned')
      await db.now.turnStore.begin(regenerateTurn(sessionId, answerId))
      expect(await ofAll(sessionId)).toBe('pp')
    })

    test('let the pinned exchanges be read apart, and tell that there are any', async () => {
      const sessionId = await threeExchanges()
      const { messages } = await pageOf(sessionId)
      const all = { fromSeq: 0, beforeSeq: 1_000, encoding: 'o200k_base' } as const
      const pinned = async (range = {}) =>
        (await db.now.messages.pinned(OWNER, sessionId, { ...all, ...range })).map(({ seq }) => seq)
      const hasPinned = async () => (await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).hasPinned
      expect([await pinned(), await hasPinned()]).toEqual([[], false])
      for (const place of [0, 4]) await mark(sessionId, messages[place]?.id ?? '', 'pinned')
      expect([await pinned(), await hasPinned()]).toEqual([[0, 1, 4, 5], true])
      expect(await pinned({ fromSeq: 2 })).toEqual([4, 5])
      expect(await pinned({ beforeSeq: 4 })).toEqual([0, 1])
      await db.now.sessions.clear(OWNER, sessionId, { purgeId: 'p', now: at(1), until: at(31) })
      expect([await pinned(), await hasPinned()]).toEqual([[], true])
    })

    test('are refused for what is not on the path, not a message, or another owner’s', async () => {
      const { sessionId, answerId, userId } = await exchange(db.now)
      const divider = await divide(sessionId)
      const unknown = { code: 'message_not_found' }
      await expect(mark(sessionId, divider.id, 'pinned')).rejects.toMatchObject(unknown)
      await expect(mark(sessionId, 'nowhere', 'pinned')).rejects.toMatchObject(unknown)
      await expect(
        db.now.messages.mark('another', sessionId, userId, { mark: null, now: at(9) }),
      ).rejects.toMatchObject({
        code: 'session_not_found',
      })
      await db.now.messages.removeDivider(OWNER, sessionId, divider.id)
      await db.now.turnStore.begin(regenerateTurn(sessionId, answerId))
      await expect(mark(sessionId, answerId, 'pinned')).rejects.toMatchObject(unknown)
    })

    test('tell other windows that the conversation has changed', async () => {
      const { sessionId, userId } = await exchange(db.now)
      const revision = async () => (await db.now.sessions.get(OWNER, sessionId)).revision
      const before = await revision()
      await mark(sessionId, userId, 'excluded')
      expect(await revision()).not.toBe(before)
    })

    test('leave no gap among the messages, where none is missing', async () => {
      const { sessionId, userId } = await exchange(db.now)
      for (const to of ['pinned', 'excluded', null] as const) await mark(sessionId, userId, to)
      const next = await exchange(db.now, { sessionId })
      expect(next.answerSeq).toBe(3)
    })
  })

  describe('dividers', () => {
    test('stand on the page and in the bounds until they are removed', async () => {
      const { sessionId } = await exchange(db.now)
      const first = await divide(sessionId)
      expect(first).toMatchObject({ kind: 'divider', seq: 2, parts: [] })
      await exchange(db.now, { sessionId })
      const second = await divide(sessionId)
      expect((await pageOf(sessionId)).messages.map(({ kind }) => kind === 'divider')).toEqual([
        false,
        false,
        true,
        false,
        false,
        true,
      ])
      expect(await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).toEqual({
        firstSeq: 0,
        dividerSeq: 5,
        floorSeq: 6,
        ...NO_SUMMARY,
        previous: null,
        hasPinned: false,
      })
      await db.now.messages.removeDivider(OWNER, sessionId, second.id)
      expect(await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).toEqual({
        firstSeq: 0,
        dividerSeq: 2,
        floorSeq: 3,
        ...NO_SUMMARY,
        previous: null,
        hasPinned: false,
      })
      await db.now.messages.removeDivider(OWNER, sessionId, first.id)
      expect(await db.now.messages.bounds(OWNER, sessionId, 'o200k_base')).toEqual({
        firstSeq: 0,
        dividerSeq: null,
        floorSeq: 0,
        ...NO_SUMMARY,
        previous: null,
        hasPinned: false,
      })
      await expect(db.now.messages.removeDivider(OWNER, sessionId, first.id)).rejects.toMatchObject({
        code: 'message_not_found',
      })
    })

    test('are no link of the chain of messages, and no message', async () => {
      const { sessionId, answerId } = await exchange(db.now)
      await divide(sessionId)
      const next = await exchange(db.now, { sessionId })
      expect((await db.now.messages.get(OWNER, next.userId)).parentId).toBe(answerId)
      expect((await db.now.sessions.get(OWNER, sessionId)).messageCount).toBe(4)
    })

    test('stand once where they are set twice', async () => {
      const { sessionId } = await exchange(db.now)
      const first = await divide(sessionId)
      expect(await divide(sessionId)).toEqual(first)
      expect((await pageOf(sessionId)).messages).toHaveLength(3)
    })

    test('wait for the answer', async () => {
      const turn = sendTurn()
      const { session } = begun(await db.now.turnStore.begin(turn))
      await expect(divide(session.id)).rejects.toMatchObject({
        code: 'session_busy',
        details: { runId: turn.runId, answerId: turn.answerId },
      })
      await db.now.turnStore.end(endOf(turn))
      expect((await divide(session.id)).seq).toBe(2)
    })

    test('are removed alone: no message goes that way', async () => {
      const { sessionId, userId } = await exchange(db.now)
      const other = await exchange(db.now)
      const divider = await divide(sessionId)
      const missing = { code: 'message_not_found' }
      await expect(db.now.messages.removeDivider(OWNER, sessionId, userId)).rejects.toMatchObject(missing)
      await expect(db.now.messages.removeDivider(OWNER, other.sessionId, divider.id)).rejects.toMatchObject(
        missing,
      )
      await expect(db.now.messages.removeDivider('another', sessionId, divider.id)).rejects.toMatchObject(
        missing,
      )
    })
  })

  test.each([
    ['NUL', 'a\u0000b'],
    ['lone surrogates', '\uD83Da\uDE00'],
    ['emoji and combining marks', '👩‍👩‍👧‍👦 e\u0301 \u200F'],
    ['what looks like an escape', '\\u0000 \\ " \' $1 ? %s <|endoftext|>'],
    ['line ends and a byte order mark', '\uFEFF\r\n\t\u2028\u0085'],
  ])('gives text back just as it was taken in: %s', async (_, raw) => {
    const text = storable(raw)
    const { sessionId, userId, answerId } = await exchange(db.now, { text, answer: text })
    const page = await pageOf(sessionId)
    expect(page.messages.map(({ parts }) => parts)).toEqual([
      [{ type: 'text', text }],
      [{ type: 'text', text }],
    ])
    const rows = await db.now.messages.readBack(OWNER, sessionId, ALL)
    expect(rows.map((row) => row.text)).toEqual([text, text])
    expect(await db.now.contextMaps.words(OWNER, [userId, answerId])).toEqual(
      new Map([
        [userId, { content: text }],
        [answerId, { content: text }],
      ]),
    )
  })
})
