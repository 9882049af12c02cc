import { expect, test } from 'vitest'
import type { MessageView } from '../../lib/schemas/message.ts'
import { sampleMessage } from '../../lib/schemas/testing/sample-views.ts'
import type { Entry } from './ledger.ts'
import { judge, type StoredSession } from './verdict.ts'

const entry = (clientId: string, changes: Partial<Entry> = {}): Entry => ({
  clientId,
  text: `ask ${clientId}`,
  whole: 'one two',
  sessionId: 's',
  accepted: true,
  told: { status: 'complete', text: 'one two' },
  ...changes,
})

const message = (seq: number, text: string, changes: Partial<MessageView>) =>
  sampleMessage({ id: `m${seq}`, seq, parts: [{ type: 'text', text }], ...changes })
const asked = (seq: number, clientId: string) => message(seq, `ask ${clientId}`, { role: 'user', clientId })
const answered = (seq: number, text = 'one two', status: MessageView['status'] = 'complete') =>
  message(seq, text, { status })
const session = (...messages: MessageView[]): StoredSession[] => [{ id: 's', messages }]
const verdict = (entries: Entry[], stored: StoredSession[], locked: string[] = []) =>
  judge({ entries, faults: [] }, stored, locked)

test('all is well where every message is stored once, and its answer whole or marked with what had come', () => {
  const cut = entry('b', { told: { status: 'interrupted', text: 'one ' } })
  const stored = session(asked(0, 'a'), answered(1), asked(2, 'b'), answered(3, 'one ', 'interrupted'))
  expect(verdict([entry('a'), cut], stored)).toEqual({
    accepted: 2,
    lost: 0,
    doubled: 0,
    locked: 0,
    answers: { complete: 1, interrupted: 1 },
    faults: [],
  })
})

test('an answer that broke off, of which no word was told, is as long as it is', () => {
  const cut = entry('a', { told: { status: 'interrupted', text: null } })
  expect(verdict([cut], session(asked(0, 'a'), answered(1, 'one ', 'interrupted'))).faults).toEqual([])
})

test.each<[string, Entry[], StoredSession[], string[], object]>([
  ['a lost message', [entry('a')], [], [], { lost: 1 }],
  [
    'a doubled message',
    [entry('a')],
    session(asked(0, 'a'), answered(1), asked(2, 'a'), answered(3)),
    [],
    { doubled: 1 },
  ],
  ['a session that stayed locked', [entry('a')], session(asked(0, 'a'), answered(1)), ['s'], { locked: 1 }],
  ['a gap in the order', [entry('a')], session(asked(0, 'a'), answered(2)), [], {}],
  ['the same place twice', [entry('a')], session(asked(0, 'a'), answered(0)), [], {}],
  ['a message that nobody sent', [], session(asked(0, 'a'), answered(1)), [], {}],
  [
    'a message in another session',
    [entry('a', { sessionId: 't' })],
    session(asked(0, 'a'), answered(1)),
    [],
    {},
  ],
  ['a message without an answer', [entry('a')], session(asked(0, 'a')), [], {}],
  ['a whole answer that is not whole', [entry('a')], session(asked(0, 'a'), answered(1, 'one ')), [], {}],
  [
    'an interrupted answer with other words',
    [entry('a', { told: { status: 'interrupted', text: 'two' } })],
    session(asked(0, 'a'), answered(1, 'two', 'interrupted')),
    [],
    {},
  ],
  [
    'an answer that is written for ever',
    [entry('a')],
    session(asked(0, 'a'), answered(1, 'one two', 'streaming')),
    [],
    {},
  ],
  [
    'an end that is not the one that was told',
    [entry('a')],
    session(asked(0, 'a'), answered(1, 'one ', 'interrupted')),
    [],
    {},
  ],
])('%s is a fault', (_, entries, stored, locked, counts) => {
  const judged = verdict(entries, stored, locked)
  expect(judged).toMatchObject(counts)
  expect(judged.faults).not.toEqual([])
})

test('what the clients noted themselves is a fault too', () => {
  expect(judge({ entries: [], faults: ['behind 4 came 8'] }, [], []).faults).toEqual(['behind 4 came 8'])
})
