import { post, send } from './support/api.ts'
import { expect, test } from './support/test.ts'

const TURNS = 3
const COMPLETION = { model: 'fake-large', messages: [{ role: 'user', content: 'hello' }] }

test('turns are counted over all doors, and one too many is refused until the minute is over', async ({
  launch,
}) => {
  const app = await launch({ RATE_TURNS_PER_MINUTE: String(TURNS) })
  const doors = [
    () => post(`${app.url}/ask`, { query: 'hello' }),
    () => send(app.url, 'hello'),
    () => post(`${app.url}/ask_stream`, { query: 'hello' }),
    () => post(`${app.url}/code_assist`, { query: 'hello' }),
    () => post(`${app.url}/v1/chat/completions`, COMPLETION),
  ]
  // More than two minutes let in, should one end meanwhile.
  const responses: Response[] = []
  for (const door of [...doors, ...doors, ...doors]) {
    const response = await door()
    responses.push(response)
    if (response.status === 429) break
    await response.text()
  }
  const refused = responses.at(-1)
  expect(refused?.status).toBe(429)
  expect(responses.length).toBeGreaterThan(TURNS)
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(await refused?.json()).toMatchObject({ error: { code: 'rate_limited' } })
  expect((await post(`${app.url}/v1/chat/completions`, COMPLETION)).status).toBe(429)
  for (const path of ['/list_sessions', '/healthz', '/'])
    expect((await fetch(`${app.url}${path}`)).status, path).toBe(200)
})

test('tokens are counted at the end of an answer, and what a day has is not given twice', async ({
  launch,
}) => {
  const app = await launch({ RATE_TOKENS_PER_DAY: '1' })
  const ask = () => post(`${app.url}/ask`, { query: 'hello' })
  expect((await ask()).status).toBe(200)
  await expect.poll(async () => (await ask()).status).toBe(429)
  const seconds = Number((await ask()).headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
})
