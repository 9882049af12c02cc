import { existsSync } from 'node:fs'
import path from 'node:path'
import { PlainError } from './progress.mjs'
import { runQuietly } from './run-quietly.mjs'

const WHAT_TO_DO = `The end-to-end tests need a Chromium, and none could be fetched. Do one of these, then run npm test again:
  Debian:         sudo apt-get install chromium
  Ubuntu:         npx playwright install --with-deps chromium
  Fedora:         sudo dnf install chromium
  macOS:          install Google Chrome
  anywhere else:  CHROMIUM_PATH=/path/to/chrome npm test`

/**
 * A Chromium for the tests, fetched if there is none: Playwright's, else, where this user may, the system's.
 * @param {string} root
 * @param {string} node
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<string>}
 */
export async function ensureBrowser(root, node, progress) {
  const { browserHere } = await import('./browser-here.mjs')
  const isRoot = process.getuid?.() === 0
  const ways = [
    () => fetchPlaywrights(root, node, progress),
    ...(isRoot && existsSync('/usr/bin/apt-get') ? [() => installFromApt(root, progress)] : []),
  ]
  return findOrFetch(browserHere, ways, progress.line)
}

/**
 * Tries one way after the other until there is a browser; tells why a way failed. Throws `PlainError` that says what to
 * do when none is left.
 * @param {() => string | null} find
 * @param {(() => Promise<void>)[]} ways
 * @param {(text: string) => void} tell
 * @returns {Promise<string>}
 */
export async function findOrFetch(find, ways, tell) {
  let browser = find()
  for (const way of ways) {
    if (browser) break
    try {
      await way()
    } catch (error) {
      if (!(error instanceof PlainError)) throw error
      tell(error.message)
    }
    browser = find()
  }
  if (browser) return browser
  throw new PlainError(WHAT_TO_DO)
}

/** @param {string} root @param {string} node @param {import('./progress.mjs').Progress} progress */
function fetchPlaywrights(root, node, progress) {
  return progress.step('Fetching a browser for the tests', () =>
    runQuietly(node, [path.join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
      cwd: root,
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000', ...process.env },
      failure: "Playwright's browser could not be fetched.",
    }),
  )
}

/** @param {string} root @param {import('./progress.mjs').Progress} progress */
function installFromApt(root, progress) {
  const options = {
    cwd: root,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    failure: 'Chromium could not be installed with apt-get.',
  }
  return progress.step('Installing Chromium with apt-get', async () => {
    await runQuietly('apt-get', ['update'], options)
    await runQuietly(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
      options,
    )
  })
}
