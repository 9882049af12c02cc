import { describe, expect, test } from 'vitest'
import { type Compared, newMessages, type StoredCompared } from './new-messages.ts'

/** `u one` is a message of the user, `a two` an answer; an answer with a question mark is doubtful. */
const said = (...messages: string[]): Compared[] =>
  messages.map((text) => ({ role: text.startsWith('u') ? 'user' : 'assistant', key: text.slice(2) }))

const path = (...messages: string[]): StoredCompared[] =>
  said(...messages).map((message, place) => ({
    ...message,
    id: `m${place}`,
    doubtful: message.key.endsWith('?'),
  }))

const PATH = path('u one', 'a two', 'u three', 'a four')

describe('a client that sends its new messages alone', () => {
  test.each([
    ['one', ['u five'], 0],
    ['several', ['u five', 'u six'], 0],
    ['what was said before, in another place', ['u three'], 0],
    ['what was said first, later on', ['u one'], 0],
  ])('%s: all of it is new, at the end', (_, messages, from) => {
    expect(newMessages(said(...messages), PATH)).toEqual({ kind: 'new', below: 'm3', from })
  })

  test('the first of a session', () => {
    expect(newMessages(said('u one'), [])).toEqual({ kind: 'new', below: null, from: 0 })
  })

  test('the only thing that was ever said, once more, is a second try', () => {
    expect(newMessages(said('u one'), path('u one', 'a two'))).toEqual({ kind: 'again', messageId: 'm0' })
  })
})

describe('a client that sends its whole history', () => {
  test('what is behind it is new', () => {
    const messages = said('u one', 'a two', 'u three', 'a four', 'u five')
    expect(newMessages(messages, PATH)).toEqual({ kind: 'new', below: 'm3', from: 4 })
  })

  test('also where it keeps the end of it alone', () => {
    expect(newMessages(said('a two', 'u three', 'a four', 'u five'), PATH)).toMatchObject({ from: 3 })
    expect(newMessages(said('a four', 'u five'), PATH)).toMatchObject({ below: 'm3', from: 1 })
  })

  test('of runs of the same words the longest counts', () => {
    const stored = path('u yes', 'a ok', 'u yes', 'a ok', 'u yes', 'a ok')
    expect(newMessages(said('u yes', 'a ok', 'u yes', 'a ok', 'u yes'), stored)).toEqual({
      kind: 'new',
      below: 'm5',
      from: 4,
    })
  })

  test('an answer that failed is one that it may not have', () => {
    const stored = path('u one', 'a two', 'u three', 'a ?')
    expect(newMessages(said('u one', 'a two', 'u three', 'u five'), stored)).toEqual({
      kind: 'new',
      below: 'm3',
      from: 3,
    })
    expect(newMessages(said('u one', 'a two', 'u three', 'a ?', 'u five'), stored)).toMatchObject({ from: 4 })
  })

  test('what failed is tried again', () => {
    const stored = path('u one', 'a two', 'u three', 'a ?')
    for (const messages of [said('u three'), said('u one', 'a two', 'u three')])
      expect(newMessages(messages, stored)).toEqual({ kind: 'again', messageId: 'm2' })
  })

  test('an answer that it wants anew', () => {
    expect(newMessages(said('u one', 'a two', 'u three'), PATH)).toEqual({ kind: 'again', messageId: 'm2' })
  })

  test('a message that was changed begins a branch below the one before it', () => {
    expect(newMessages(said('u one', 'a two', 'u other'), PATH)).toEqual({
      kind: 'new',
      below: 'm1',
      from: 2,
    })
    expect(newMessages(said('u one', 'a other', 'u five'), PATH)).toEqual({
      kind: 'new',
      below: 'm0',
      from: 1,
    })
  })

  test('another history is a path of its own', () => {
    expect(newMessages(said('u other', 'a two', 'u five'), PATH)).toEqual({
      kind: 'new',
      below: null,
      from: 0,
    })
  })
})

describe('a model that gives the same id to its calls again', () => {
  const call: Compared = { role: 'assistant', key: 'c', calls: ['c'] }
  const result: Compared = { role: 'tool', key: 'c', answers: 'c' }
  const asked = [...said('u one'), call, result, ...said('a two', 'u three'), call]
  const stored = asked.map((each, place) => ({ ...each, id: `m${place}`, doubtful: false }))

  test.each([
    ['its result alone', [result], 0],
    ['the history from an earlier result on', [...asked.slice(2), result], 4],
    ['the whole history', [...asked, result], 6],
  ])('%s goes on from the newest call, and doubles nothing', (_, messages, from) => {
    expect(newMessages(messages, stored)).toEqual({ kind: 'new', below: 'm5', from })
  })
})

test('a client that keeps what was said, and no calls, goes on all the same', () => {
  const call: Compared = { role: 'assistant', key: 'c', calls: ['c'] }
  const result: Compared = { role: 'tool', key: 'c', answers: 'c' }
  const stored = [...said('u one'), call, result, ...said('a two')].map((each, place) => ({
    ...{ ...each, id: `m${place}` },
    doubtful: false,
  }))
  const next = said('u one', 'a two', 'u three')
  expect(newMessages(next, stored)).toEqual({ kind: 'new', below: 'm3', from: 2 })
  const answered = [...stored, ...path('u three', 'a four').map((each) => ({ ...each, id: `${each.id} on` }))]
  expect(newMessages(next, answered)).toEqual({ kind: 'again', messageId: 'm0 on' })
})
