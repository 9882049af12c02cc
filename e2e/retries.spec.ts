import { textOf } from '../lib/schemas/message.ts'
import { clientId, readToEnd, say, send, threadOf } from './support/api.ts'
import { HELD, words } from './support/held-answer.ts'
import { expect, test } from './support/test.ts'

for (const place of ['a new conversation', 'a conversation'] as const)
  test(`a retry stores no message twice: sent 20 times at once with one client id, a message to ${place} is stored and answered once, under one id`, async ({
    app,
    upstream,
  }) => {
    const sessionId = place === 'a conversation' ? (await say(app.url, 'before')).sessionId : undefined
    const id = clientId()
    const text = `${HELD} only once`
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send(app.url, text, { sessionId, clientId: id })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await upstream.waitFor(({ held }) => held)
    upstream.release()
    const reads = await Promise.all(responses.map(readToEnd))

    const [first] = reads
    const { id: stored, seq } = first?.start?.userMessage ?? {}
    for (const read of reads) {
      expect(read.text).toBe(words(9))
      expect(read.last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
      expect(read.start).toMatchObject({ runId: first?.start?.runId, userMessage: { id: stored, seq } })
    }
    const { messages } = await threadOf(app.url, first?.start?.session.id ?? '')
    expect(messages.filter(({ clientId }) => clientId === id).map(textOf)).toEqual([text])
    expect(messages).toHaveLength(sessionId ? 4 : 2)
    const { sessions } = await (await fetch(`${app.url}/api/sessions`)).json()
    expect(sessions).toHaveLength(1)
    const calls = upstream.requests.filter(({ body }) => JSON.stringify(body).includes(`"${text}"`))
    expect(calls).toHaveLength(1)
  })
