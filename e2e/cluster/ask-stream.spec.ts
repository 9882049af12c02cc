import { words } from '../support/held-answer.ts'
import { promptsOf } from '../support/prompts.ts'
import { askStream, getHistory, listSessions, readStream, streamEvents } from '../support/rest.ts'
import { expect, test } from '../support/two-servers.ts'

test('every place that one process has named is one to go on from in the other, while it is written and after the end', async ({
  one,
  other,
  upstream,
}) => {
  const body = { query: '[[words 40]] [[pace 20]]' }
  const goesOn = async ({ id, before }: { id: string; before: string }) => {
    const { text, names } = await readStream(await askStream(other.url, body, { 'last-event-id': id }))
    expect(before + text, id).toBe(words(40))
    expect(names.at(-1)).toBe('done')
  }
  const places: Parameters<typeof goesOn>[0][] = []
  const joined: Promise<void>[] = []
  let read = ''
  let sessionId = ''
  for await (const { event, data, id } of streamEvents(await askStream(one.url, body))) {
    if (event === 'session') sessionId = data
    if (event === null) read += data
    if (id === null || event === 'done') continue
    const place = { id, before: read }
    places.push(place)
    joined.push(goesOn(place))
  }
  expect(read).toBe(words(40))
  expect(places.length).toBeGreaterThan(5)
  await Promise.all(joined)
  await Promise.all(places.map(goesOn))
  expect(promptsOf(upstream.requests)).toHaveLength(1)

  const history = await getHistory(other.url, { session_id: sessionId })
  expect(history.messages.at(-1)).toEqual({ role: 'assistant', content: words(40) })
  expect((await listSessions(other.url)).sessions).toEqual([
    { session_id: sessionId, message_count: 3, last_active: history.last_active },
  ])
})
