import { describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { cookiesIn, dropCookie, openCookie, sealCookie, setCookie } from './access-cookie.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-01-01T00:00:00.500Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

const tokensOf = (text: string) => readEnv({ ACCESS_TOKEN: text }).ACCESS_TOKEN

const ALICE = 'alice:the-token-of-alice'
const BOB = 'bob:the-token-of-bob-'
const tokens = tokensOf(`${ALICE},${BOB}`)
const [alice, bob] = tokens
if (!alice || !bob) throw new Error('There are two tokens.')
const cookie = sealCookie(alice, NOW)

test('a cookie tells whose it is for thirty days, and not for longer', () => {
  expect(openCookie(cookie, tokens, NOW)?.name).toBe('alice')
  expect(openCookie(cookie, tokens, later(30 * DAY_MS - 1_000))?.name).toBe('alice')
  expect(openCookie(cookie, tokens, later(30 * DAY_MS))).toBeNull()
})

describe('forged', () => {
  const [name = '', expiry = '', signature = ''] = cookie.split('.')
  const flipped = signature.replace(/./, (first) => (first === 'A' ? 'B' : 'A'))

  test.each([
    ['another name', `bob.${expiry}.${signature}`],
    ['a longer life', `${name}.${Number(expiry) + 1}.${signature}`],
    ['another expiry that reads the same', `${name}.${expiry}0e-1.${signature}`],
    ['a name of nobody', `eve.${expiry}.${signature}`],
    ['one bit of the signature', `${name}.${expiry}.${flipped}`],
    ['half a signature', `${name}.${expiry}.${signature.slice(0, 20)}`],
    ['no signature', `${name}.${expiry}.`],
    ['no end', `${name}..${signature}`],
    ['something behind it', `${cookie}.`],
    ['nothing', ''],
    ['a name of every object', `constructor.${expiry}.${signature}`],
  ])('%s', (_, value) => expect(openCookie(value, tokens, NOW)).toBeNull())

  test('signed by another one who signed in', () => {
    const [, , own] = sealCookie(bob, NOW).split('.')
    expect(openCookie(`${name}.${expiry}.${own}`, tokens, NOW)).toBeNull()
  })
})

test('a changed token ends its own cookies, and no others', () => {
  const rotated = tokensOf(`alice:another-token-of-alice,${BOB}`)
  expect(openCookie(cookie, rotated, NOW)).toBeNull()
  expect(openCookie(sealCookie(bob, NOW), rotated, NOW)?.name).toBe('bob')
  expect(openCookie(cookie, tokensOf(BOB), NOW)).toBeNull()
})

test('a token that was given to another name opens no cookie of the first', () => {
  const renamed = tokensOf('carol:the-token-of-alice,alice:a-token-that-is-new')
  expect(openCookie(cookie, renamed, NOW)).toBeNull()
  expect(openCookie(cookie.replace('alice', 'carol'), renamed, NOW)).toBeNull()
})

test('another process with the same tokens opens it', () => {
  expect(openCookie(cookie, tokensOf(`${BOB}, ${ALICE}`), NOW)?.name).toBe('alice')
})

test('no script and no other page gets at it, and over http only where there is no https', () => {
  expect(setCookie('x', { secure: true })).toBe(
    'throughline_access=x; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(setCookie('x', { secure: false })).not.toContain('Secure')
  expect(dropCookie()).toContain('Max-Age=0')
})

test('all of its name are read, and none of another', () => {
  const sent = 'a=b; throughline_access=one;throughline_access=two=; x_throughline_access=three'
  expect(cookiesIn(new Headers({ cookie: sent }))).toEqual(['one', 'two='])
  expect(cookiesIn(new Headers())).toEqual([])
})
