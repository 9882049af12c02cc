import { expect, test } from 'vitest'
import { fromConversations } from './from-conversations'

test('one is named without a number', () => {
  expect([1, 2, 1_200].map(fromConversations)).toEqual([
    'from an earlier conversation',
    'from 2 earlier conversations',
    'from 1,200 earlier conversations',
  ])
})
