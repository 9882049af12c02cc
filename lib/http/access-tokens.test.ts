import { describe, expect, test } from 'vitest'
import { type AccessToken, readEnv } from '../env.ts'
import { bearerIn, findAccessToken } from './access-tokens.ts'

const TOKENS = { alice: 'the-token-of-alice', bob: 'the-token-of-bob-', eve: 'the-token-of-eve-' }

const tokens = readEnv({
  ACCESS_TOKEN: Object.entries(TOKENS)
    .map((pair) => pair.join(':'))
    .join(),
}).ACCESS_TOKEN

/** How often the hash of each is read while a token is looked for. */
function readsOf(given: string): number[] {
  const reads = tokens.map(() => 0)
  const watched: AccessToken[] = tokens.map((token, at) => ({
    ...token,
    get hash() {
      reads[at] = (reads[at] ?? 0) + 1
      return token.hash
    },
  }))
  findAccessToken(given, watched)
  return reads
}

describe('a token', () => {
  test.each(Object.entries(TOKENS))('of %s is found', (name, token) => {
    expect(findAccessToken(token, tokens)?.name).toBe(name)
  })

  test.each([
    '',
    'the-token-of-alic',
    'the-token-of-alice ',
    'THE-TOKEN-OF-ALICE',
    'alice',
    'x'.repeat(1_000),
  ])('%j is none', (given) => expect(findAccessToken(given, tokens)).toBeNull())

  test('is compared with all, whichever it is, and whole: hashes are of one length', () => {
    for (const given of [...Object.values(TOKENS), 'wrong', '']) expect(readsOf(given)).toEqual([1, 1, 1])
  })

  test('is not kept', () => {
    const kept = tokens.map((token) => Object.values(token).map(String).join()).join()
    for (const token of Object.values(TOKENS)) expect(kept).not.toContain(token)
  })
})

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc ', 'abc'],
  ['Basic abc', null],
  ['Bearer', null],
  ['', null],
])('%j sends %j', (authorization, given) => {
  expect(bearerIn(new Headers({ authorization }))).toBe(given)
})
