import { expect, test } from 'vitest'
import { bytesOf, createKeepAlive } from './keep-alive'

test('what is under way together keeps within the allowance', () => {
  const keepAlive = createKeepAlive(100)
  const giveBack = keepAlive.take(60)
  expect(keepAlive.take(41)).toBeNull()
  expect(keepAlive.take(40)).not.toBeNull()
  giveBack?.()
  expect(keepAlive.take(60)).not.toBeNull()
})

test('a body weighs its bytes, not its characters', () => {
  expect(bytesOf('Zürich')).toBe(7)
})
