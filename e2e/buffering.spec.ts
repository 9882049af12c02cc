import { clientId, eventsOf, post } from './support/api.ts'
import { expect, test } from './support/test.ts'

test('a proxy buffers the event stream: none is given leave to, nor to compress it, and the first words come while the rest is still being written', async ({
  app,
  upstream,
}) => {
  const message = { clientId: clientId(), text: '[[words 9]] [[hold 3]]' }
  const accepting = { 'accept-encoding': 'gzip, br' }
  const sent = await post(`${app.url}/api/chat`, { action: 'send', sessionId: null, message }, accepting)
  const events = eventsOf(sent)
  const { value: start } = await events.next()
  if (start?.type !== 'start') throw new Error('The stream did not begin with its start.')
  await upstream.waitFor(({ held }) => held)
  let text = ''
  while (!text.includes('word3')) {
    const { value } = await events.next()
    if (value?.type === 'delta') text += value.text
  }
  expect(upstream.requests.filter(({ held }) => held)).toHaveLength(1)

  const joined = await fetch(`${app.url}/api/runs/${start.runId}/events`, { headers: accepting })
  for (const { headers } of [sent, joined]) {
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toContain('no-transform')
    expect(headers.get('content-encoding')).toBeNull()
  }
  upstream.release()
  await joined.text()
})
