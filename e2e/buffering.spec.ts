import { begunOf, clientId, post, readTo } from './support/api.ts'
import { HELD } from './support/held-answer.ts'
import { expect, test } from './support/test.ts'

test('a proxy buffers the event stream: none is given leave to, nor to compress it, and the first words come while the rest is still being written', async ({
  app,
  upstream,
}) => {
  const message = { clientId: clientId(), text: HELD }
  const accepting = { 'accept-encoding': 'gzip, br' }
  const sent = await post(`${app.url}/api/chat`, { action: 'send', sessionId: null, message }, accepting)
  const begun = await begunOf(sent)
  await upstream.waitFor(({ held }) => held)
  await readTo('word3', begun)
  expect(upstream.requests.filter(({ held }) => held)).toHaveLength(1)

  const joined = await fetch(`${app.url}/api/runs/${begun.runId}/events`, { headers: accepting })
  for (const { headers } of [sent, joined]) {
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toContain('no-transform')
    expect(headers.get('content-encoding')).toBeNull()
  }
  upstream.release()
  await joined.text()
})
