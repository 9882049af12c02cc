import { expect, test } from 'vitest'
import { fromConversations } from './from-conversations'

test('one is named without a number', () => {
  expect([1, 2, 1_200].map(fromConversations)).toEqual([
    'recalled from one conversation',
    'recalled from 2 conversations',
    'recalled from 1,200 conversations',
  ])
})
