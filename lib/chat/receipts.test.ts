import { expect, test } from 'vitest'
import { passage } from '../memory/testing/stored-rows.ts'
import { receiptsOf } from './receipts.ts'

const SAID = new Date('2026-01-02T03:04:05Z')
const words = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([id, content]) => [id, { content }]))

const found = passage({ exchangeId: 'q', answerId: 'a', sessionId: 's', rank: 1, cosine: 0.6, rule: 'gate' })
const why = { exchangeId: 'q', sessionId: 's', rank: 1, cosine: 0.6, rule: 'gate' }

test('a receipt says what was quoted, from where and when, and why', () => {
  const known = {
    words: words({ q: 'Where?', a: 'There.' }),
    receipts: new Map([[1, { title: 'Trip', saidAt: SAID }]]),
  }
  expect(receiptsOf([found], known)).toMatchObject([
    { ...why, title: 'Trip', saidAt: SAID.toISOString(), user: 'Where?', assistant: 'There.' },
  ])
})

test('of what was forgotten since, it says why alone', () => {
  expect(receiptsOf([found], { words: new Map(), receipts: new Map() })).toMatchObject([
    { ...why, title: null, saidAt: null, user: null, assistant: null },
  ])
})

test('an answer that was not remembered is not shown, though it can be read', () => {
  const known = {
    words: words({ q: 'Where?', a: 'There.' }),
    receipts: new Map([[1, { title: null, saidAt: SAID }]]),
  }
  expect(receiptsOf([{ ...found, answerId: null }], known)).toMatchObject([
    { title: null, user: 'Where?', assistant: null },
  ])
})
