import { describe, expect, test } from 'vitest'
import { clientSession, completionRequest } from './openai.ts'

const request = (fields: object) => ({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...fields })

const read = (fields: object) => completionRequest.parse(request(fields))

function issueOf(fields: object): string {
  const [issue] = completionRequest.safeParse(request(fields)).error?.issues ?? []
  return issue ? `${issue.path.join('.')}: ${issue.message}` : ''
}

describe('messages', () => {
  test('a text may come in parts, which are joined', () => {
    const parts = [
      { type: 'text', text: 'one ' },
      { type: 'text', text: 'two', cache_control: {} },
    ]
    expect(read({ messages: [{ role: 'user', content: parts }] }).messages).toEqual([
      { role: 'user', content: 'one two' },
    ])
  })

  test('developer is the newer name of system', () => {
    expect(read({ messages: [{ role: 'developer', content: 'Be brief.' }] }).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
    ])
  })

  test('calls of tools and their results', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'done' }] },
    ]
    expect(read({ messages }).messages).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'f', arguments: '{' }] },
      { role: 'tool', content: 'done', toolCallId: 'a' },
    ])
  })

  test('an answer that called nothing has an empty list of calls in some clients', () => {
    const messages = [{ role: 'assistant', content: 'Hi', tool_calls: [] }]
    expect(read({ messages }).messages).toEqual([{ role: 'assistant', content: 'Hi' }])
  })

  test('NUL and half a pair are made storable', () => {
    const messages = [{ role: 'user', content: 'a\u0000b\ud800c' }]
    expect(read({ messages }).messages).toEqual([{ role: 'user', content: 'a\ufffdb\ufffdc' }])
  })

  test('also in calls of tools, and a result follows its call all the same', () => {
    const odd = 'a\u0000b\ud800c'
    const even = 'a\ufffdb\ufffdc'
    const messages = [
      { role: 'assistant', tool_calls: [{ id: odd, function: { name: odd, arguments: odd } }] },
      { role: 'tool', tool_call_id: odd, content: odd },
    ]
    expect(read({ messages }).messages).toEqual([
      { role: 'assistant', content: '', toolCalls: [{ id: even, name: even, arguments: even }] },
      { role: 'tool', content: even, toolCallId: even },
    ])
  })

  test('the id of a call may hold what a server keeps there', () => {
    const id = 'a'.repeat(5_000)
    const messages = [
      { role: 'assistant', tool_calls: [{ id, function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: id, content: 'done' },
    ]
    expect(read({ messages }).messages[1]).toMatchObject({ toolCallId: id })
  })

  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
  test.each([
    [
      [
        { role: 'assistant', tool_calls: [call, call] },
        { role: 'tool', tool_call_id: 'a', content: 'x' },
      ],
      /^messages\.0\.tool_calls: Two/,
    ],
    [
      [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }],
      /^messages\.0\.content\.0\.type: .*image_url/,
    ],
    [[{ role: 'user' }], /^messages\.0\.content: /],
    [[{ role: 'critic', content: 'No.' }], /^messages\.0\.role: The role has to be/],
    [[], /^messages: There is no message/],
    [
      [
        { role: 'assistant', tool_calls: [call] },
        { role: 'user', content: 'Well?' },
      ],
      /^messages\.1: The calls a .* no result/,
    ],
    [[{ role: 'assistant', tool_calls: [call] }], /no result/],
    [
      [
        { role: 'user', content: 'Hi' },
        { role: 'tool', tool_call_id: 'b', content: 'x' },
      ],
      /^messages\.1\.tool_call_id: /,
    ],
  ])('what cannot be sent is refused by its place: %j', (messages, message) => {
    expect(issueOf({ messages })).toMatch(message)
  })
})

test('what is not known has no effect', () => {
  expect(read({ store: true, seed: 7, parallel_tool_calls: false, n: 1, logprobs: false })).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    n: 1,
    logprobs: false,
  })
})

test.each([
  [{ n: 2 }, 'n: Only one answer can be given.'],
  [{ logprobs: true }, 'logprobs: The probabilities of tokens are not known here.'],
  [{ response_format: { type: 'json_object' } }, 'response_format.type: Only text can be given.'],
])('what would have to have an effect, and has none here, is refused by name: %j', (fields, message) => {
  expect(issueOf(fields)).toBe(message)
})

test.each([
  [{ temperature: 3 }, 'temperature'],
  [{ max_tokens: 0 }, 'max_tokens'],
  [{ stop: 7 }, 'stop'],
  [{ tools: [{ type: 'custom' }] }, 'tools.0.type'],
  [{ tool_choice: 'perhaps' }, 'tool_choice'],
  [{ model: undefined }, 'model'],
])('%j is refused', (fields, field) => {
  expect(issueOf(fields)).toMatch(new RegExp(`^${field}`))
})

describe('the name of a session', () => {
  test.each([
    ['an address of its own: DELETE /api/sessions/. would delete all', '.'],
    ['that of what is above', '..'],
    ['a line break of server-sent events', 'a\rdata: b'],
    ['another one', 'a\nb'],
    ['a control character', 'a\u0085'],
  ])('is not %s', (_, name) => {
    expect(issueOf({ metadata: { session_id: name } })).toMatch(/^metadata\.session_id: A session cannot/)
    expect(clientSession.safeParse(name).success).toBe(false)
  })

  test.each(['customer 7', '...', '.a', 'a/b', '%2e', 'é'])('may be %j', (name) => {
    expect(read({ metadata: { session_id: name } }).metadata).toEqual({ session_id: name })
    expect(clientSession.parse(name)).toBe(name)
  })
})
