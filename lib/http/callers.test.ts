import { describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { cookieOf } from './access-cookie.ts'
import { createCallers } from './callers.ts'

const ALICE = 'the-token-of-alice'
const BOB = 'the-token-of-bob-'
const NOW = new Date('2026-01-01T00:00:00Z')

/**
 * Callers of a server whose tries are `left`, and whose addresses are `blocked` or not; each try that is used is written
 * down, and each that came back.
 */
function server({ tokens = `alice:${ALICE},bob:${BOB}`, left = 3 } = {}) {
  const used: string[] = []
  const state = { left, blocked: false }
  const callers = createCallers({
    tokens: readEnv(tokens ? { ACCESS_TOKEN: tokens } : {}).ACCESS_TOKEN,
    tries: {
      async take(address) {
        if (state.left === 0) return 2_400
        state.left -= 1
        used.push(address)
        return null
      },
      waitOf: async () => (state.blocked ? 2_400 : null),
      async giveBack(address) {
        state.left += 1
        used.push(`-${address}`)
      },
    },
    now: () => NOW,
  })
  return { ...callers, used, state }
}

const sent = (authorization: string, address = '192.0.2.7') =>
  new Headers({ authorization, 'x-forwarded-for': address })

const bearer = (token: string, address?: string) => sent(`Bearer ${token}`, address)

test('without tokens everyone is let in, whatever they send', async () => {
  const { callerOf, used } = server({ tokens: '' })
  expect(await callerOf(new Headers())).toEqual({ owner: 'local', token: null, who: '@unknown' })
  expect(await callerOf(bearer('anything'))).toMatchObject({ owner: 'local', token: null })
  expect(used).toEqual([])
})

describe('with tokens', () => {
  test('a right one says who it is, and uses no try up', async () => {
    const { callerOf, state } = server()
    expect(await callerOf(bearer(ALICE))).toMatchObject({ owner: 'local', token: 'alice' })
    expect(await callerOf(bearer(BOB))).toMatchObject({ owner: 'local', token: 'bob' })
    expect(state.left).toBe(3)
  })

  test('whoever sends nothing is refused, and guesses nothing', async () => {
    const { callerOf, used } = server()
    for (const headers of [new Headers(), sent('Basic YTpi'), sent('Bearer')])
      await expect(callerOf(headers)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(used).toEqual([])
  })

  test('wrong ones are refused, and after some of them not even looked at', async () => {
    const { callerOf } = server({ left: 2 })
    for (const token of ['wrong', ''.padEnd(500, 'x')])
      await expect(callerOf(bearer(token))).rejects.toMatchObject({ code: 'unauthorized' })
    const refused = { code: 'too_many_attempts', status: 429, details: { retryAfterSeconds: 3 } }
    await expect(callerOf(bearer('wrong'))).rejects.toMatchObject(refused)
    await expect(callerOf(bearer(ALICE))).rejects.toMatchObject(refused)
  })

  test('a program that was right goes on from where it was, whoever guesses elsewhere', async () => {
    const { callerOf, state } = server()
    await callerOf(bearer(ALICE))
    state.left = 0
    expect((await callerOf(bearer(ALICE))).token).toBe('alice')
    await expect(callerOf(bearer(BOB))).rejects.toMatchObject({ code: 'too_many_attempts' })
    await expect(callerOf(bearer(ALICE, '192.0.2.8'))).rejects.toMatchObject({ code: 'too_many_attempts' })
    state.blocked = true
    await expect(callerOf(bearer(ALICE))).rejects.toMatchObject({ code: 'too_many_attempts' })
  })

  test('how many are remembered is bounded: the first is asked for again', async () => {
    const { callerOf, used } = server()
    for (let i = 0; i < 1_001; i++) await callerOf(bearer(ALICE, `host-${i}`))
    used.length = 0
    await callerOf(bearer(ALICE, 'host-1000'))
    expect(used).toEqual([])
    await callerOf(bearer(ALICE, 'host-0'))
    expect(used).toEqual(['host-0', '-host-0'])
  })

  test('a cookie is as good as the token that it was given for', async () => {
    const { callerOf, cookieFor, used } = server()
    const cookie = cookieOf(await cookieFor(BOB, new Headers()))
    used.length = 0
    expect(await callerOf(new Headers({ cookie }))).toMatchObject({ owner: 'local', token: 'bob' })
    expect(await callerOf(new Headers({ cookie: `throughline_access=old; ${cookie}` }))).toMatchObject({
      token: 'bob',
    })
    expect(used).toEqual([])
    await expect(callerOf(new Headers({ cookie: `${cookie}x` }))).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })

  test('a token that is sent counts, not the cookie beside it', async () => {
    const { callerOf, cookieFor } = server()
    const headers = bearer('wrong')
    headers.set('cookie', cookieOf(await cookieFor(BOB, new Headers())))
    await expect(callerOf(headers)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('a wrong token gets no cookie', async () => {
    await expect(server().cookieFor('wrong', new Headers())).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(server({ left: 0 }).cookieFor(ALICE, new Headers())).rejects.toMatchObject({
      code: 'too_many_attempts',
    })
  })
})

test('limits tell callers apart by token and by address', async () => {
  const from = (address: string, token: string) =>
    new Headers({ authorization: `Bearer ${token}`, 'x-forwarded-for': address })
  const { callerOf } = server()
  const who = async (address: string, token: string) => (await callerOf(from(address, token))).who
  const all = [await who('192.0.2.1', ALICE), await who('192.0.2.1', BOB), await who('192.0.2.2', ALICE)]
  expect(new Set(all).size).toBe(3)
  expect(await who('192.0.2.1', ALICE)).toBe(all[0])
})
