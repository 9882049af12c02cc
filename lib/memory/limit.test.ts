import { expect, test } from 'vitest'
import { newMessageFit } from './limit.ts'
import { LIMITS } from './testing/stored-rows.ts'

const limits = { ...LIMITS, window: 1_000, answerReserve: 400, perMessage: 3, perRequest: 4 }

test('Counting: a message that is over the model’s limit by one token does not fit, its overhead, the instructions and the reserve counted', () => {
  const instructions = { hash: 'h', tokens: 100 }
  expect(newMessageFit(490, limits, { instructions })).toEqual({ fits: true, needed: 600, room: 600 })
  expect(newMessageFit(491, limits, { instructions })).toEqual({ fits: false, needed: 601, room: 600 })
  expect(newMessageFit(593, limits, { instructions: null }).fits).toBe(true)
})

test('nothing fits a model whose reserve is larger than its window', () => {
  expect(newMessageFit(0, { ...limits, window: 100 }, { instructions: null })).toEqual({
    fits: false,
    needed: 7,
    room: 0,
  })
})
