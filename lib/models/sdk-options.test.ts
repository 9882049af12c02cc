import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../e2e/fake-upstream/start.ts'
import type { ModelOptions, PromptMessage } from '../ports/chat-models.ts'
import { createChatModels } from './chat-models.ts'
import { CONFIG, collect, limitsOf, say, standingClock, tokens } from './testing/chat-models.ts'

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream({ listings: { models: ['gpt-4.1', 'fake-large'] } })
})
beforeEach(() => upstream.reset())
afterAll(() => upstream.close())

const WEATHER = {
  name: 'weather',
  description: 'How the weather is.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}

/** What stands in a request for a tool: the wires differ in where. */
const KINDS = {
  compatible: {
    id: 'compatible/fake-large',
    url: 'openaiBaseUrl',
    tool: { type: 'function', function: WEATHER },
    named: { type: 'function', function: { name: 'weather' } },
  },
  openai: {
    id: 'openai/gpt-4.1',
    url: 'openaiUrl',
    tool: { type: 'function', ...WEATHER },
    named: { type: 'function', name: 'weather' },
  },
} as const

async function ask(kind: keyof typeof KINDS, messages: readonly PromptMessage[], options: ModelOptions) {
  const { id, url } = KINDS[kind]
  const config = { ...CONFIG, openaiApiKey: 'sk-test-0123456789abcdef', [url]: `${upstream.url}/v1` }
  const model = await createChatModels(config, { limitsOf, clock: standingClock(), tokens }).resolve(id)
  const got = await collect(model, messages, undefined, options)
  const request = upstream.requests.find(({ path }) => !path.endsWith('/models'))
  return { ...got, sent: request?.body as Record<string, unknown> }
}

describe.each(['compatible', 'openai'] as const)('%s', (kind) => {
  const { tool, named } = KINDS[kind]

  test('a call of a tool comes whole, its arguments as the model wrote them', async () => {
    const written = '{ "city" : "Turin", "days": 1.0, "id": 12345678901234567890 }'
    const { calls, end, text, sent } = await ask(kind, say(`[[tool weather ${written}]]`), {
      tools: [WEATHER],
    })
    expect(calls).toEqual([{ type: 'tool-call', id: 'call_1', name: 'weather', arguments: written }])
    expect({ text, reason: end?.reason }).toEqual({ text: '', reason: 'tool-calls' })
    expect(sent.tools).toMatchObject([tool])
  })

  test.each(['{"city": "Tur', ''])(
    'arguments that are no JSON (%j) are given as they are',
    async (written) => {
      const { calls } = await ask(kind, say(`[[tool weather ${written}]]`), { tools: [WEATHER] })
      expect(calls).toMatchObject([{ arguments: written }])
    },
  )

  test('calls and their results go out as they came', async () => {
    const call = { id: 'call_7', name: 'weather', arguments: '{ "city" : "Turin" }' }
    const messages: PromptMessage[] = [
      ...say('How is it there?'),
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', content: 'Rain.', toolCallId: 'call_7' },
    ]
    const { text, sent } = await ask(kind, messages, { tools: [WEATHER] })
    expect(text).toBe('The tool gave "Rain.".')
    const listed = JSON.stringify(sent.messages ?? sent.input)
    expect(listed).toContain(JSON.stringify(call.arguments))
    expect(listed.match(/call_7/g)).toHaveLength(2)
  })

  test.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ name: 'weather' }, named],
  ] as const)('the choice of a tool: %j', async (toolChoice, expected) => {
    const { sent, end } = await ask(kind, say('Hello'), { tools: [WEATHER], toolChoice })
    expect(sent.tool_choice).toEqual(expected)
    // A model that does not do what it was to has answered all the same.
    expect(end).toBeDefined()
  })

  test('an answer that a filter cut says so', async () => {
    const { end } = await ask(kind, say('[[filter]] [[say]] It is'), {})
    expect(end).toMatchObject({ reason: 'content-filter' })
  })

  test('an answer ends where the caller wants it to, also by a server that knows no such thing', async () => {
    const { text, end } = await ask(kind, say('[[say]] one two three'), {
      stop: kind === 'openai' ? ['two'] : [],
    })
    expect(text).toBe(kind === 'openai' ? 'one ' : 'one two three')
    expect(end).toMatchObject({ reason: 'stop' })
  })

  test('a system message stays where it stood', async () => {
    const { sent } = await ask(
      kind,
      [...say('One'), { role: 'system', content: 'Be brief.' }, ...say('Two')],
      {},
    )
    const listed = (sent.messages ?? sent.input) as { role: string }[]
    expect(listed.map(({ role }) => role)).toEqual([
      'user',
      expect.stringMatching(/system|developer/),
      'user',
    ])
  })
})

test('to a compatible server what is chosen goes by its names', async () => {
  const options = { temperature: 0.2, topP: 0.9, maxTokens: 50, stop: ['END'] }
  const { sent } = await ask('compatible', say('Hello'), options)
  expect(sent).toMatchObject({ temperature: 0.2, top_p: 0.9, max_tokens: 50, stop: ['END'] })
})

test('to OpenAI what is chosen goes by its names', async () => {
  const { sent } = await ask('openai', say('Hello'), { temperature: 0.2, topP: 0.9, maxTokens: 50 })
  expect(sent).toMatchObject({ temperature: 0.2, top_p: 0.9, max_output_tokens: 50 })
})
