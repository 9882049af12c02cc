import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { PlainError } from './progress.mjs'

/** @type {Record<string, string[]>} */
const SYSTEM_BROWSERS = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
}

/**
 * Whether a program starts: a browser may be there and lack a library, or be a stub that only names its package.
 * @param {string} program
 */
export const runs = (program) =>
  spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

/**
 * A Chromium that starts: the one named by CHROMIUM_PATH, else the system's, else the one that Playwright keeps; null
 * when there is none. Throws `PlainError` when CHROMIUM_PATH names none.
 * @param {{
 *   chromiumPath: string | undefined,
 *   platform: string,
 *   home: string,
 *   playwrights: string,
 *   runs: (program: string) => boolean,
 * }} machine `playwrights` is where Playwright would keep its own
 * @returns {string | null}
 */
export function findBrowser({ chromiumPath, platform, home, playwrights, runs }) {
  if (chromiumPath) {
    if (runs(chromiumPath)) return chromiumPath
    throw new PlainError(`CHROMIUM_PATH names no browser that starts: ${chromiumPath}`)
  }
  const system = SYSTEM_BROWSERS[platform] ?? []
  const ofUser = platform === 'darwin' ? system.map((program) => path.join(home, program)) : []
  return [...system, ...ofUser, playwrights].find(runs) ?? null
}
