import { expect, test } from 'vitest'
import { findBrowser } from './find-browser.mjs'

/** A machine on which just these programs start. */
const machine = (starting: string[], platform = 'linux', chromiumPath?: string) => ({
  chromiumPath,
  platform,
  home: '/Users/me',
  playwrights: '/cache/chrome',
  runs: (program: string) => starting.includes(program),
})

test('CHROMIUM_PATH stands above all', () => {
  expect(findBrowser(machine(['/usr/bin/chromium', '/opt/chrome'], 'linux', '/opt/chrome'))).toBe(
    '/opt/chrome',
  )
})

test('a CHROMIUM_PATH that does not start is an error, though there are others', () => {
  expect(() => findBrowser(machine(['/usr/bin/chromium'], 'linux', '/opt/none'))).toThrow(
    'CHROMIUM_PATH names no browser that starts: /opt/none',
  )
})

test("the system's comes before Playwright's", () => {
  expect(findBrowser(machine(['/cache/chrome', '/usr/bin/google-chrome']))).toBe('/usr/bin/google-chrome')
})

test('one that is there and does not start is passed over', () => {
  expect(findBrowser(machine(['/cache/chrome']))).toBe('/cache/chrome')
})

test('on macOS the applications are looked through, also those of the user', () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  expect(findBrowser(machine([chrome], 'darwin'))).toBe(chrome)
  expect(findBrowser(machine([`/Users/me${chrome}`], 'darwin'))).toBe(`/Users/me${chrome}`)
})

test('there is none', () => {
  expect(findBrowser(machine([]))).toBeNull()
  expect(findBrowser(machine([], 'openbsd'))).toBeNull()
})
