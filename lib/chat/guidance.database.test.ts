import { describe, expect, test } from 'vitest'
import { useDatabase } from '../db/testing/use-database.ts'
import { answerContext } from './answer-context.ts'
import { message, OWNER, useChat } from './testing/use-chat.ts'

describe('guidance', () => {
  const db = useDatabase('sqlite')
  const under = useChat(db)

  async function ask(text: string, sessionId: string | null, guidance?: string) {
    const { events } = await under.chat.turns.start(OWNER, message(text, sessionId), { guidance })
    for await (const event of events) if (event.type === 'end') return event.answer.id
    throw new Error('The answer has no end.')
  }
  const sent = async (answerId: string) =>
    (await answerContext(db.now, OWNER, answerId)).sent.map(({ role, content }) => `${role}: ${content}`)

  test('is sent behind the instructions, in its turn alone, and is found in the context of the answer', async () => {
    await db.now.settings.update(OWNER, { instructions: 'Be brief.' })
    const first = await ask('one', null, 'Use plain words.')
    const { sessions } = await db.now.sessions.list(OWNER, { cursor: null, limit: 1 })
    const second = await ask('two', sessions[0]?.id ?? '')
    expect((await sent(first))[0]).toBe('system: Be brief.\n\nUse plain words.')
    expect((await sent(second))[0]).toBe('system: Be brief.')
  })

  test('is all that is sent where there are no instructions', async () => {
    expect((await sent(await ask('one', null, 'Use plain words.')))[0]).toBe('system: Use plain words.')
  })
})
