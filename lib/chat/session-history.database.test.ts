import { describe, expect, test } from 'vitest'
import { at, exchange, OWNER } from '../db/testing/turns.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { historyRequest, historyResponse } from '../schemas/history.ts'
import { listSessionsResponse } from '../schemas/interface-sessions.ts'
import { listInterfaceSessions } from './list-interface-sessions.ts'
import { sessionHistory } from './session-history.ts'

const OF_A_PROGRAM = { source: 'interface', brief: true } as const

describe.each(DIALECTS)('the history of a session on %s', (dialect) => {
  const db = useDatabase(dialect)
  const get = (session_id: string, more: object = {}, maxHistoryLength = 6) =>
    sessionHistory({ ...db.now, maxHistoryLength }, OWNER, historyRequest.parse({ session_id, ...more }))
  const list = (query: { cursor?: string | null; limit?: number } = {}, maxHistoryLength = 6) =>
    listInterfaceSessions({ ...db.now, maxHistoryLength }, OWNER, { cursor: null, limit: 100, ...query })

  /** A session of exchanges whose answers are these. */
  async function talk(answers: readonly string[], seconds = 0): Promise<string> {
    let id: string | undefined
    for (const [index, answer] of answers.entries()) {
      const words = { text: `question ${index}`, answer, now: new Date(at(0).getTime() + 1_000 * seconds) }
      id = (await exchange(db.now, { sessionId: id, kind: OF_A_PROGRAM, ...words })).sessionId
    }
    return id ?? ''
  }

  test('the live history is the system message and the newest whole exchanges', async () => {
    await db.now.settings.update(OWNER, { instructions: 'Be brief.' })
    const id = await talk(['a', 'b', 'c'], 1.5)
    const history = await get(id)
    expect(historyResponse.parse(history)).toEqual(history)
    expect(history).toEqual({
      session_id: id,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'question 1' },
        { role: 'assistant', content: 'b' },
        { role: 'user', content: 'question 2' },
        { role: 'assistant', content: 'c' },
      ],
      message_count: 5,
      total_count: 6,
      last_active: at(0).getTime() / 1_000 + 1.5,
      next_cursor: null,
    })
  })

  test('a blank answer takes no place', async () => {
    const { messages } = await get(await talk(['a', ' \n', 'c', 'd']))
    expect(messages.slice(1).map(({ content }) => content)).toEqual([
      'question 1',
      'question 2',
      'c',
      'question 3',
      'd',
    ])
  })

  test('everything that is stored comes in pages, the system message before the first', async () => {
    const id = await talk(['a', '', 'c'])
    const first = await get(id, { all: true, limit: 4 })
    expect(first.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
    ])
    expect(first).toMatchObject({ message_count: 5, total_count: 6 })
    const second = await get(id, { all: true, limit: 4, cursor: first.next_cursor })
    expect(second).toMatchObject({
      messages: [
        { role: 'user', content: 'question 2' },
        { role: 'assistant', content: 'c' },
      ],
      message_count: 2,
      total_count: 6,
      next_cursor: null,
    })
  })

  test('an unknown session is not found', async () => {
    await expect(get('unknown')).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(get('unknown', { all: true })).rejects.toMatchObject({ code: 'session_not_found' })
  })

  test('the list counts of every session what its history gives', async () => {
    const shapes = [
      ['a'],
      [''],
      ['a', '', 'b'],
      ['', '', '', ''],
      ['a', 'b', 'c', 'd', 'e'],
      ['a', '', '', ' ', 'e'],
    ]
    for (const [index, answers] of shapes.entries()) await talk(answers, index)
    for (const most of [3, 4, 5, 6, 20]) {
      const listed = await list({}, most)
      expect(listSessionsResponse.parse(listed)).toEqual(listed)
      expect(listed).toMatchObject({ total_count: shapes.length, next_cursor: null })
      for (const { session_id, ...told } of listed.sessions) {
        const { message_count, last_active } = await get(session_id, {}, most)
        expect(told, `${most}: ${session_id}`).toEqual({ message_count, last_active })
      }
    }
  })

  test('the list goes on behind its cursor, and one that it did not give is refused', async () => {
    const ids = []
    for (const seconds of [1, 2, 3]) ids.unshift(await talk(['a'], seconds))
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, cursor: first.next_cursor })
    expect([...first.sessions, ...second.sessions].map(({ session_id }) => session_id)).toEqual(ids)
    expect(second.next_cursor).toBeNull()
    await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
