import { expect, test } from 'vitest'
import { pathOfSession, sessionOfPath } from './session-path'

test.each(['abc', 'a/b', 'ä %', '%zz'])('the path of %s leads back to it', (id) => {
  expect(sessionOfPath(pathOfSession(id))).toBe(id)
})

test.each(['/', '/settings', '/c/%zz'])('%s is the page of no session', (path) => {
  expect(sessionOfPath(path)).toBeNull()
})
