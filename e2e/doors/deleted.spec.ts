import { post, remove } from '../support/api.ts'
import { askAt, type Door, isOpenai, KEEPING, type Told } from '../support/doors.ts'
import { CAME, holdAt } from '../support/held-doors.ts'
import { ONE_PROCESS } from '../support/one-process.ts'
import { expect, test } from '../support/test.ts'

const failed = (door: Door, code: string, status: number): Told =>
  door.streams ? { how: 'failed', text: CAME, code, status: 200 } : { how: 'failed', text: '', code, status }
const stopped = (door: Door): Told => ({
  how: isOpenai(door) ? 'whole' : 'cut',
  text: CAME,
  code: null,
  status: 200,
})
const anew = (how: Told['how']): Told => ({ how, text: 'anew', code: null, status: 200 })

const ways = [
  {
    way: 'cleared by a program',
    forget: (base: string, session_id: string) => post(`${base}/clear_history`, { session_id }),
    told: (door: Door) => failed(door, 'session_not_found', 404),
    // A client of OpenAI names the session that it makes; the others are told that theirs is a new one.
    next: (door: Door) => anew(isOpenai(door) ? 'whole' : 'cut'),
    stored: null,
  },
  {
    way: 'deleted on the page',
    forget: (base: string, id: string) => remove(`${base}/api/sessions/${id}`),
    told: stopped,
    // As long as it can be brought back, its name is taken.
    next: (door: Door): Told =>
      isOpenai(door) ? { how: 'failed', text: '', code: 'session_busy', status: 409 } : anew('cut'),
    stored: null,
  },
  {
    way: 'emptied on the page',
    forget: (base: string, id: string) => post(`${base}/api/sessions/${id}/clear`, {}),
    told: stopped,
    next: () => anew('whole'),
    stored: 0,
  },
]

for (const { way, forget, told, next, stored } of ways)
  for (const door of KEEPING)
    test(`${door.name}, ${way} while it is answered: the call is cancelled, the program is told, and nothing comes back`, {
      tag: ONE_PROCESS,
    }, async ({ app, upstream }) => {
      const { sessionId, asking, call, query } = await holdAt(door, app.url, upstream)
      expect((await forget(app.url, sessionId)).status).toBe(200)
      await upstream.waitFor((request) => request === call && request.closedEarly)
      expect(await asking.told).toEqual(told(door))

      const history = await post(`${app.url}/get_history`, { session_id: sessionId, all: true })
      expect(history.status).toBe(stored === null ? 404 : 200)
      if (stored !== null) expect(await history.json()).toMatchObject({ total_count: stored })
      expect(await askAt(door, app.url, '[[say]] anew', { sessionId }).told).toEqual(next(door))
      const others = upstream.requests.filter((request) => request !== call)
      expect(JSON.stringify(others)).not.toContain(query)
    })
