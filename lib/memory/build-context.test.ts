import { describe, expect, test } from 'vitest'
import { buildContext, wordsIn } from './build-context.ts'
import { plan } from './plan.ts'
import { passage, path, planInput } from './testing/stored-rows.ts'

const input = { ...planInput(path('u a s u a u')), instructions: { hash: 'h', tokens: 4 } }

test('builds what is sent, in its order, from the map and the texts', () => {
  const { map, sent } = plan(input)
  const texts = new Map(sent.map((row) => [row.id, row.text]))
  const context = buildContext(map, (segment) =>
    segment.kind === 'message' ? { content: texts.get(segment.messageId) ?? '' } : { content: 'Be kind.' },
  )
  expect(context).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'system', content: 'text 2' },
    { role: 'user', content: 'text 0' },
    { role: 'assistant', content: 'text 1' },
    { role: 'user', content: 'text 3' },
    { role: 'assistant', content: 'text 4' },
    { role: 'user', content: 'text 5' },
  ])
})

test('rebuilds a past one from the stored map, with null where a text is gone', () => {
  const map = JSON.parse(JSON.stringify(plan(input).map))
  const context = buildContext(map, (segment) => ({
    content: segment.kind === 'message' && segment.seq > 2 ? `text ${segment.seq}` : null,
  }))
  expect(context.map(({ content }) => content)).toEqual([
    null,
    null,
    null,
    null,
    'text 3',
    'text 4',
    'text 5',
  ])
})

test('the request to go on is sent as the user', () => {
  const continuation = { answer: { id: 'a', seq: 1, tokens: 1 }, request: { hash: 'r', tokens: 1 } }
  const { map } = plan({ ...planInput(path('u')), continuation })
  expect(buildContext(map, ({ kind }) => ({ content: kind }))).toEqual([
    { role: 'user', content: 'message' },
    { role: 'assistant', content: 'message' },
    { role: 'user', content: 'continuation' },
  ])
})

test('a summary is sent as the system', () => {
  const summary = {
    kind: 'summary' as const,
    summaryId: 's1',
    version: 1,
    fromSeq: 0,
    toSeq: 3,
    hash: 'w',
    tokens: 9,
  }
  expect(buildContext({ segments: [summary] }, () => ({ content: 'The gist.' }))).toEqual([
    { role: 'system', content: 'The gist.' },
  ])
})

test('calls and results are sent as such, and the tools beside the messages', () => {
  const tools = { hash: 'tools', tokens: 5 }
  const history = path('u a t a u')
  const { map, sent } = plan({ ...planInput(history), tools })
  const rows = new Map(sent.map((row) => [row.id, row]))
  const context = buildContext(map, (segment) => {
    const row = segment.kind === 'message' ? rows.get(segment.messageId) : undefined
    return row ? wordsIn(row) : { content: 'No message.' }
  })
  expect(context).toEqual([
    { role: 'user', content: 'text 0' },
    {
      role: 'assistant',
      content: 'text 1',
      toolCalls: [{ id: 'call 2', name: 'look', arguments: '{}' }],
    },
    { role: 'tool', content: 'text 2', toolCallId: 'call 2' },
    { role: 'assistant', content: 'text 3' },
    { role: 'user', content: 'text 4' },
  ])
  expect(context.map((message) => Object.keys(message).length)).toEqual([2, 3, 3, 2, 2])
})

describe('what was recalled', () => {
  const recall = { kind: 'recall' as const, hash: 'w', tokens: 9, passages: [passage()] }
  const [before, answer, newest] = plan(planInput(path('u a u'))).map.segments
  const segments = [before, answer, recall, newest].flatMap((segment) => segment ?? [])

  test('and the message behind it are one, with a blank line between', () => {
    const context = buildContext({ segments }, (segment) => ({
      content: segment.kind === 'message' ? `text ${segment.seq}` : 'Found.',
    }))
    expect(context).toEqual([
      { role: 'user', content: 'text 0' },
      { role: 'assistant', content: 'text 1' },
      { role: 'user', content: 'Found.\n\ntext 2' },
    ])
  })

  test.each([
    ['what was recalled', 'recall'],
    ['the message', 'message'],
  ])('is gone where the text of %s is', (_, gone) => {
    const context = buildContext({ segments: segments.slice(2) }, ({ kind }) => ({
      content: kind === gone ? null : 'here',
    }))
    expect(context).toEqual([{ role: 'user', content: null }])
  })
})
