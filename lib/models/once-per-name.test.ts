import { expect, test } from 'vitest'
import { oncePerName } from './once-per-name.ts'

test('the same name is the same thing, and another name another', () => {
  const get = oncePerName((name) => ({ name }))
  expect(get('a')).toBe(get('a'))
  expect(get('b')).toEqual({ name: 'b' })
})

test('any number of names takes no more than so much', () => {
  let made = 0
  const get = oncePerName(() => ++made)
  for (let n = 0; n < 1_000; n++) get(`name ${n}`)
  expect(get('name 999')).toBe(1_000)
  expect(get('name 1')).toBe(1_001)
})
