import { setTimeout as delay } from 'node:timers/promises'
import { emptyPostgres } from '../../lib/db/testing/test-database.ts'
import { threadOf } from '../support/api.ts'
import { startServers } from '../support/app.ts'
import { askAt, DOORS, isOpenai } from '../support/doors.ts'
import { words } from '../support/held-answer.ts'
import { beginSession, expectUsable, storedAnswer } from '../support/held-doors.ts'
import { AWAY_MS, expect, LEASE, test } from '../support/own-postgres.ts'
import { envOf } from '../support/test.ts'

/** Words, 50 in a second: over before the database is away, while it is, and behind that. */
const LENGTHS = [20, 120, 500]

test('the database goes away for five seconds while each door answers, and comes back: a program is told the whole answer or a clear error, and what is stored says which', async ({
  own,
  upstream,
}) => {
  const database = await emptyPostgres(own.url)
  const { url, stop } = await startServers(1, { ...envOf(database, upstream), ...LEASE })
  try {
    const sessions = await Promise.all(LENGTHS.flatMap(() => DOORS).map(() => beginSession(url)))
    const asked = LENGTHS.flatMap((length) => DOORS.map((door) => ({ door, length }))).map(
      ({ door, length }, index) => {
        const sessionId = sessions[index] ?? ''
        const query = `[[pace 20]] [[say]] ${words(length)}`
        return { door, query, sessionId, length, asking: askAt(door, url, query, { sessionId }) }
      },
    )
    await Promise.all(asked.filter(({ length }) => length === LENGTHS[0]).map(({ asking }) => asking.told))
    await own.goAway()
    for (const door of DOORS) {
      const { told } = askAt(door, url, 'is anybody there?', { sessionId: sessions[0] ?? '' })
      // Who keeps nothing needs no database.
      const expected = door.keeps
        ? { how: 'failed', code: 'database_unavailable', status: 503 }
        : { how: 'whole', code: null, status: 200 }
      expect(await told, door.name).toMatchObject(expected)
    }
    await delay(AWAY_MS)
    await own.comeBack()

    for (const { asking, length, ...each } of asked) {
      const { door, sessionId } = each
      const told = await asking.told
      const name = `${door.name}, ${length} words`
      const whole = words(length)
      await expect.poll(async () => (await threadOf(url, sessionId)).runId, name).toBeNull()
      const stored = await storedAnswer(url, each)
      if (told.how === 'whole') {
        expect(told.text, name).toBe(whole)
        expect(stored, name).toEqual(door.keeps ? { status: 'complete', text: whole, code: null } : null)
      } else {
        const status = door.streams ? 200 : 503
        expect(told, name).toMatchObject({ how: 'failed', code: 'database_unavailable', status })
        expect(whole.startsWith(told.text), name).toBe(true)
        expect(whole.startsWith(stored?.text ?? ''), name).toBe(true)
      }
      await expectUsable(url, each)
    }
    expect(asked.filter(({ door }) => isOpenai(door))).toHaveLength(4 * LENGTHS.length)
  } finally {
    await stop()
  }
})
