import { expect, test } from 'vitest'
import { readEnv } from '../lib/env.ts'
import { accessInWords } from './access-line.ts'

const ACCESS_TOKEN = 'alice:a-token-of-some-length,bot:another-token-of-some-length'

test('a server that others reach says how', () => {
  const open = readEnv({ HOST: '0.0.0.0', ALLOW_OPEN_HOST: '1' })
  expect(accessInWords(open)).toContain('open to everyone')
})

test('tokens are named, and never shown', () => {
  expect(accessInWords(readEnv({ ACCESS_TOKEN }))).toBe('with a token: alice, bot')
  expect(accessInWords(readEnv({ ACCESS_TOKEN, HOST: '0.0.0.0' }))).toBe('with a token: alice, bot')
})

test('that only this machine can goes without saying', () => {
  expect(accessInWords(readEnv({}))).toBeNull()
})
