import { homedir } from 'node:os'
import { chromium } from 'playwright'
import { findBrowser, runs } from './find-browser.mjs'

/**
 * The Chromium of this machine; null when there is none. Throws `PlainError` when CHROMIUM_PATH names none. Apart from
 * the search itself, because it needs Playwright, which is there only when the packages are installed.
 */
export const browserHere = () =>
  findBrowser({
    chromiumPath: process.env.CHROMIUM_PATH,
    platform: process.platform,
    home: homedir(),
    playwrights: chromium.executablePath(),
    runs,
  })

/**
 * How the tests and the benches launch it: nothing of its own goes on in it.
 * @returns {{ executablePath?: string, args: string[] }}
 */
export function launchOptions() {
  const found = browserHere()
  const isRoot = process.getuid?.() === 0
  return {
    ...(found ? { executablePath: found } : {}),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--no-first-run',
    ],
  }
}
