import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { limitsOf } from '../tokens/model-limits.ts'
import { answerContext } from './answer-context.ts'
import { wrongTokens } from './testing/exact-tokens.ts'
import { message, OWNER, useChat } from './testing/use-chat.ts'

describe.each(DIALECTS)('a turn with a model whose encoding is not known, on %s', (dialect) => {
  const db = useDatabase(dialect)
  const it = useChat(db, { encoding: null })

  async function say(text: string, sessionId: string | null = null) {
    const { events } = await it.chat.turns.start(OWNER, message(text, sessionId))
    const ids = { sessionId: '', answerId: '' }
    for await (const event of events)
      if (event.type === 'start') {
        ids.sessionId = event.session.id
        ids.answerId = event.answer.id
      }
    return ids
  }

  test('Counting: what was stored and what is new are estimated alike, in the map as in the limit', async () => {
    const { sessionId } = await say('IBAN 1234567890123456\n你好 \ufeff [[words 5]]')
    const { answerId } = await say('And 99 more?', sessionId)
    const { map, sent } = await answerContext(db.now, OWNER, answerId)
    expect(map).toMatchObject({ encoding: 'unknown', exact: false })
    expect(sent).toHaveLength(3)
    expect(map && wrongTokens(map, sent, limitsOf('fake-large'))).toEqual([])
  })
})
