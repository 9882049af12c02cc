import { DEFAULT_SETTINGS } from '../lib/schemas/settings.ts'
import { patch, post, say, setSettings } from './support/api.ts'
import { promptsOf } from './support/prompts.ts'
import { expect, test } from './support/test.ts'

test.afterEach(({ app }) => setSettings(app.url, DEFAULT_SETTINGS))

const preview = (base: string, sessionId: string, prompt: string | null = null) =>
  post(`${base}/api/context/summary-prompt`, { sessionId, prompt })

test('what is previewed is what a model is then sent, word by word, with the default prompt and with one’s own', async ({
  app,
  upstream,
}) => {
  const own = 'Say {messages} in a haiku. {messages} $& {0}'
  for (const prompt of [null, own]) {
    upstream.reset()
    await setSettings(app.url, { summaryPrompt: prompt })
    const { sessionId } = await say(app.url, 'My dog is called Rex.\n> and quotes nobody')
    await say(app.url, 'He was born in {messages}.', { sessionId })
    await say(app.url, 'the newest', { sessionId })
    const shown = await (await preview(app.url, sessionId, prompt)).json()
    expect(shown.due).toBe(false)
    expect(shown.tokens).toBeGreaterThan(50)
    expect([upstream.requests.length, upstream.summaries.requests.length]).toEqual([3, 0])

    expect((await post(`${app.url}/api/sessions/${sessionId}/summary`, { ask: 'now' })).status).toBe(202)
    await expect
      .poll(() => promptsOf(upstream.summaries.requests), { timeout: 20_000 })
      .toEqual([shown.messages])
    const asked = shown.messages.at(-1)?.content
    expect(asked).toContain('> My dog is called Rex.')
    expect(asked).not.toContain('the newest')
    if (prompt !== null) expect(asked).toMatch(/^Say .* in a haiku\. \{messages\} \$& \{0\}$/s)
  }
})

test('a prompt without a place for the messages is refused, by the preview and by the settings', async ({
  app,
}) => {
  const { sessionId } = await say(app.url, 'one')
  const refusals = [
    await preview(app.url, sessionId, 'Sum it up.'),
    await patch(`${app.url}/api/settings`, { summaryPrompt: 'Sum it up.' }),
  ]
  for (const refused of refusals) {
    expect(refused.status).toBe(400)
    expect(JSON.stringify(await refused.json())).toContain('{messages}')
  }
  expect((await (await fetch(`${app.url}/api/settings`)).json()).summaryPrompt).toBeNull()
})

test('where there is nothing to summarise, or no conversation, that is said', async ({ app }) => {
  const { sessionId } = await say(app.url, 'one')
  const nothing = await preview(app.url, sessionId)
  expect(nothing.status).toBe(400)
  expect((await nothing.json()).error.code).toBe('nothing_to_summarise')
  expect((await preview(app.url, 'unknown')).status).toBe(404)
})
