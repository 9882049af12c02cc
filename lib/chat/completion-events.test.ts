import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { CompletionEvent } from '../schemas/completion.ts'
import type { MessageView } from '../schemas/message.ts'
import type { RunEvent } from '../schemas/run-event.ts'
import { sampleMessage } from '../schemas/testing/sample-views.ts'
import { completionEvents, type TurnEnd } from './completion-events.ts'

async function read(changes: Partial<MessageView>, end: Partial<TurnEnd> = {}): Promise<CompletionEvent[]> {
  async function* events(): AsyncGenerator<RunEvent> {
    yield { type: 'delta', part: 0, offset: 0, kind: 'text', text: 'one ' }
    yield { type: 'end', answer: sampleMessage({ tokens: 2, usage: null, ...changes }) }
  }
  const all: CompletionEvent[] = []
  const counted = { ended: () => null, sentTokens: async () => 9, ...end }
  for await (const event of completionEvents(events(), counted)) all.push(event)
  return all
}

const usage = { input: 9, cachedInput: null, output: 2, reasoning: null }

test.each(['complete', 'stopped'] as const)('one that is %s ends, with our own counts', async (status) => {
  expect(await read({ status })).toEqual([
    { type: 'text', text: 'one ' },
    { type: 'end', reason: 'stop', usage },
  ])
})

test('one whose conversation was cleared since its end ends all the same', async () => {
  const sentTokens = async () => {
    throw new AppError('message_not_found', 'There is no such message.')
  }
  expect((await read({ status: 'stopped' }, { sentTokens })).at(-1)).toMatchObject({ usage: { input: 0 } })
})

test.each([
  ['interrupted', null, 'model_incomplete'],
  ['failed', { code: 'model_timeout', message: 'Too long.' }, 'model_timeout'],
] as const)('one that is %s throws what it failed with', async (status, error, code) => {
  await expect(read({ status, error })).rejects.toMatchObject({ code })
})

test('a database that does not say what was sent is no reason to hide it', async () => {
  const sentTokens = async () => {
    throw new AppError('database_unavailable', 'It is away.')
  }
  await expect(read({ status: 'complete' }, { sentTokens })).rejects.toMatchObject({
    code: 'database_unavailable',
  })
})
