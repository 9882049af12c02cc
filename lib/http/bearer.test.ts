import { expect, test } from 'vitest'
import { assertBearer } from './bearer.ts'

const SECRET = 'a-secret-of-some-length'
const sent = (authorization: string) => new Headers({ authorization })

test('the secret opens', () => {
  expect(() => assertBearer(sent(`Bearer ${SECRET}`), SECRET)).not.toThrow()
  expect(() => assertBearer(sent(`bearer ${SECRET}`), SECRET)).not.toThrow()
})

test.each(['', 'Bearer', 'Bearer ', `Basic ${SECRET}`, `Bearer ${SECRET}x`, SECRET, 'Bearer undefined'])(
  '%j does not',
  (authorization) => {
    expect(() => assertBearer(sent(authorization), SECRET)).toThrow(
      expect.objectContaining({ code: 'unauthorized', status: 401 }),
    )
  },
)

test('without a secret there is nothing to open', () => {
  expect(() => assertBearer(sent('Bearer undefined'), undefined)).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  )
  expect(() => assertBearer(new Headers(), undefined)).toThrow(expect.objectContaining({ code: 'not_found' }))
})
