import { describe, expect, test } from 'vitest'
import { begun, endOf, exchange, OWNER, sendTurn } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import {
  buildContext,
  fitPassages,
  plan,
  RECALL_WRAPPER,
  type StoredMessage,
  withRecall,
} from '../memory/index.ts'
import { passage, planInput } from '../memory/testing/stored-rows.ts'
import type { TurnContext } from '../ports/turn-store.ts'
import { answerContext } from './answer-context.ts'
import { dayOf } from './day-of.ts'

const FACT = 'Ada lives in Turin, "not\u2028in Ulm". '.repeat(10)

describe.each(DIALECTS)('a past answer’s context on %s', (dialect) => {
  const db = useDatabase(dialect)
  const rebuilt = async (answerId: string) => (await answerContext(db.now, OWNER, answerId)).sent

  /** An answer for which one whole passage was recalled, and one that was cut. */
  async function recalling({ purgedBefore = false } = {}) {
    const facts = [
      await exchange(db.now, { text: 'My boat is red.', answer: 'Noted.' }),
      await exchange(db.now, {
        text: FACT,
        answer: 'A long answer. '.repeat(30),
        now: new Date('2026-05-06'),
      }),
    ]
    const found = facts.map(({ sessionId, userId, answerId, turn }, place) => ({
      ...passage({ rank: place + 1, sessionId, exchangeId: userId, answerId: place === 0 ? answerId : null }),
      date: dayOf(turn.now),
      title: ['Boats', 'Ada\n"and" Ulm'][place] ?? '',
      user: ['My boat is red.', FACT][place] ?? '',
      assistant: place === 0 ? 'Noted.' : null,
    }))
    const { passages, text, tokens } = await fitPassages(found, {
      wrapper: RECALL_WRAPPER,
      maxTokens: 800,
      count: async (text) => text.length,
    })
    const turn = sendTurn({ text: 'Where is Ada?' })
    const { userMessage } = begun(await db.now.turnStore.begin(turn))
    const row: StoredMessage = {
      ...{ id: userMessage.id, seq: userMessage.seq, role: 'user', text: 'Where is Ada?' },
      ...{ tokens: 3, pinned: false, excluded: false, status: 'complete' },
    }
    const map = withRecall(plan({ ...planInput([row]), recall: { maxTokens: 800 } }).map, {
      ...{ outcome: 'found', wrapper: { hash: 'w' }, tokens, by: 'words', model: null, failure: null },
      passages: passages.map(({ date: _, title: __, user: ___, assistant: ____, ...each }) => each),
    })
    const context: TurnContext = {
      map,
      texts: [{ hash: 'w', text: RECALL_WRAPPER }],
      receipts: passages.map(({ rank, exchangeId, sessionId, title }) => ({
        rank,
        exchangeId,
        sessionId,
        title,
      })),
    }
    if (purgedBefore)
      await db.now.database.write((tx) => tx.session.delete({ where: { id: facts[1]?.sessionId ?? '' } }))
    // As the log brings it first, and the end again.
    const { runId, processId, answerId } = turn
    const now = turn.now
    await db.now.turnStore.append(processId, [], [runId], [{ runId, context, now }])
    const end = () => db.now.turnStore.end(endOf(turn, 'In Turin.', { context }))
    const sent = buildContext(map, ({ kind }) => ({ content: kind === 'recall' ? text : row.text }))
    return { answerId, facts, sent, end }
  }

  test('is what was sent, byte by byte, with the passages that were recalled', async () => {
    const { answerId, sent, end } = await recalling()
    await end()
    expect(sent[0]?.content).toMatch(/ …\n\nThe passages end here\. .*\n\nWhere is Ada\?$/)
    expect(await rebuilt(answerId)).toEqual(sent)
    expect(await db.now.database.read((db) => db.receipt.count())).toBe(2)
  })

  test('has no text where a passage was forgotten, and no title that was, though the end brings it again', async () => {
    const { answerId, facts, sent, end } = await recalling()
    const rank = 2
    await db.now.database.write((tx) =>
      tx.receipt.update({ where: { messageId_rank: { messageId: answerId, rank } }, data: { title: null } }),
    )
    await end()
    const untitled = sent.map(({ content, ...rest }) => ({
      ...rest,
      content: content.replace('the conversation:\n> Ada "and" Ulm', 'a conversation:'),
    }))
    expect(untitled).not.toEqual(sent)
    expect(await rebuilt(answerId)).toEqual(untitled)
    await db.now.sessions.delete(OWNER, facts[1]?.sessionId ?? '', {
      ...{ purgeId: 'p', now: new Date(0), until: new Date(0) },
    })
    expect(await rebuilt(answerId)).toEqual([{ role: 'user', content: null }])
  })

  test('keeps no title of what was purged before its receipts were stored', async () => {
    const { answerId, end } = await recalling({ purgedBefore: true })
    await end()
    const receipts = await db.now.database.read((tx) => tx.receipt.findMany({ orderBy: { rank: 'asc' } }))
    expect(receipts.map(({ messageId, title }) => [messageId, title])).toEqual([
      [answerId, 'Boats'],
      [answerId, null],
    ])
  })

  test('shows its receipts to nobody else', async () => {
    const { answerId, end } = await recalling()
    await end()
    await expect(db.now.contextMaps.receipts('another', answerId)).rejects.toMatchObject({
      code: 'message_not_found',
    })
    expect((await db.now.contextMaps.receipts(OWNER, answerId)).get(1)).toEqual({
      title: 'Boats',
      saidAt: new Date(Date.UTC(2026, 0, 1)),
    })
  })
})
