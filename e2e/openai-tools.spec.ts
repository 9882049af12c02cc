import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { z } from 'zod'
import { post, threadOf } from './support/api.ts'
import { expect, test } from './support/test.ts'

const CALL = '[[tool weather {"city":"Turin"}]]'
const GIVEN = 'The tool gave "Rain in Turin.".'

const weather = tool({
  description: 'What the weather is like.',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `Rain in ${city}.`,
})

/** What stands in a session, in short. */
const saidIn = async (base: string, session: string) =>
  (await threadOf(base, encodeURIComponent(session))).messages.map(
    ({ role, parts, toolCalls, toolCallId }) =>
      `${role}: ${toolCalls ? toolCalls.map(({ name }) => name) : parts.map(({ text }) => text)}${toolCallId ? ' (of a call)' : ''}`,
  )

const EXCHANGE = [
  `user: ${CALL}`,
  'assistant: weather',
  'tool: Rain in Turin. (of a call)',
  `assistant: ${GIVEN}`,
]

test.describe('a program that uses tools in a session', () => {
  for (const how of ['whole', 'as a stream'])
    test(`by the AI SDK, ${how}: the model is asked again with the result, and remembers both`, async ({
      app,
      upstream,
    }) => {
      const session = `the AI SDK, ${how}`
      const openai = createOpenAI({
        baseURL: `${app.url}/v1`,
        apiKey: 'none',
        headers: { 'X-Session-Id': session },
      })
      const asked = {
        model: openai.chat('fake-large'),
        tools: { weather },
        stopWhen: stepCountIs(3),
        prompt: CALL,
      }
      const { text, steps } =
        how === 'whole'
          ? await generateText(asked)
          : await (async (stream) => ({ text: await stream.text, steps: await stream.steps }))(
              streamText(asked),
            )
      expect(text).toBe(GIVEN)
      expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
      expect(await saidIn(app.url, session)).toEqual(EXCHANGE)

      await generateText({ model: openai.chat('fake-large'), prompt: 'And tomorrow?' })
      const [sent] = upstream.requests.slice(-1).map(({ body }) => (body as { messages: object[] }).messages)
      expect(sent).toMatchObject([
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Turin"}' } }] },
        { role: 'tool', content: 'Rain in Turin.' },
        { role: 'assistant', content: GIVEN },
        { role: 'user', content: 'And tomorrow?' },
      ])
    })

  test('by the official client, which runs its tools itself', async ({ app }) => {
    const client = new OpenAI({
      baseURL: `${app.url}/v1`,
      apiKey: 'none',
      defaultHeaders: { 'X-Session-Id': 'the official client' },
    })
    const runner = client.chat.completions.runTools({
      model: 'fake-large',
      messages: [{ role: 'user', content: CALL }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'What the weather is like.',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
            parse: JSON.parse,
            function: ({ city }: { city: string }) => `Rain in ${city}.`,
          },
        },
      ],
    })
    expect(await runner.finalContent()).toBe(GIVEN)
    expect(await saidIn(app.url, 'the official client')).toEqual(EXCHANGE)
  })

  test('results alone go on from the call; those of no call are refused', async ({ app }) => {
    const complete = (messages: object[], headers: Record<string, string>) =>
      post(`${app.url}/v1/chat/completions`, { model: 'fake-large', messages, tools: TOOLS }, headers)
    const session = { 'x-session-id': 'by hand' }
    const { choices } = await (await complete([{ role: 'user', content: CALL }], session)).json()
    const tool_call_id = choices[0].message.tool_calls[0].id
    const result = { role: 'tool', tool_call_id, content: 'Rain in Turin.' }
    for (const headers of [{}, { 'x-session-id': 'another' }] as Record<string, string>[]) {
      const refused = await complete([result], headers)
      expect(refused.status).toBe(400)
      expect((await refused.json()).error.message).toContain('No message before it waits for the result of')
    }
    const { choices: given } = await (await complete([result], session)).json()
    expect(given[0]).toMatchObject({ finish_reason: 'stop', message: { content: GIVEN } })
    expect(await saidIn(app.url, 'by hand')).toEqual(EXCHANGE)
  })
})

const TOOLS = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
