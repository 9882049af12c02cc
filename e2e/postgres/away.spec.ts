import { setTimeout as delay } from 'node:timers/promises'
import { emptyPostgres } from '../../lib/db/testing/test-database.ts'
import { textOf } from '../../lib/schemas/message.ts'
import type { RunEvent } from '../../lib/schemas/run-event.ts'
import { begin, eventsOf, join, say, send, threadOf } from '../support/api.ts'
import { startServers } from '../support/app.ts'
import { words } from '../support/held-answer.ts'
import { AWAY_MS, expect, LEASE, test } from '../support/own-postgres.ts'
import { envOf } from '../support/test.ts'

const STREAMS = 20

async function read(events: AsyncIterable<RunEvent>): Promise<{ text: string; last: RunEvent | null }> {
  let text = ''
  let last: RunEvent | null = null
  for await (const event of events) {
    if (event.type === 'delta') text += event.text
    last = event
  }
  return { text, last }
}

test('the database goes away for five seconds during 20 streams and comes back: every reader, also of another process, gets the whole answer or a clear error, and what is stored says which', async ({
  own,
  upstream,
}) => {
  test.slow()
  const database = await emptyPostgres(own.url)
  const { servers, stop } = await startServers(2, { ...envOf(database, upstream), ...LEASE })
  const [writer = '', other = ''] = servers.map(({ url }) => url)
  try {
    // The first ends before it is away, the last when it has been back for a while.
    const answers = await Promise.all(
      Array.from({ length: STREAMS }, async (_, index) => {
        const whole = words(20 * (index + 1))
        const begun = await begin(writer, `[[pace 20]] [[say]] ${whole}`)
        const elsewhere = await join(other, begun.runId)
        return {
          whole,
          sessionId: begun.sessionId,
          readers: [read(begun.events), read(eventsOf(elsewhere))],
        }
      }),
    )
    await Promise.race(answers.flatMap(({ readers }) => readers))
    await own.goAway()
    const refused = await send(writer, 'is anybody there?')
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: { code: 'database_unavailable' } })
    await delay(AWAY_MS)
    await own.comeBack()

    for (const { whole, sessionId, readers } of answers)
      for (const { text, last } of await Promise.all(readers)) {
        const stored = async () => (await threadOf(other, sessionId)).messages[1]
        if (last?.type === 'end') {
          expect({ status: last.answer.status, text }).toEqual({ status: 'complete', text: whole })
          expect(textOf(last.answer)).toBe(whole)
          expect(await stored()).toEqual(last.answer)
        } else {
          expect(last).toMatchObject({ type: 'error', error: { code: 'database_unavailable' } })
          expect(whole.startsWith(text)).toBe(true)
          await expect.poll(async () => (await stored())?.status).toBe('interrupted')
          expect(whole.startsWith(textOf((await stored()) ?? { parts: [] }))).toBe(true)
        }
      }
    await say(writer, 'and now?')
  } finally {
    await stop()
  }
})
