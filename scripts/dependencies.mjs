import { readFileSync } from 'node:fs'
import path from 'node:path'
import { withFileLock } from './file-lock.mjs'
import { PlainError } from './progress.mjs'
import { runQuietly } from './run-quietly.mjs'

/** @typedef {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }> }} LockFile */

/**
 * Whether npm installed what the lock file says. npm writes down what it installed, as its last act, in
 * `node_modules/.package-lock.json`. Optional packages may be missing: they are of other systems.
 * @param {LockFile} wanted
 * @param {LockFile | null} installed
 */
export function isInstalled(wanted, installed) {
  if (!installed) return false
  return Object.entries(wanted.packages ?? {}).every(([where, entry]) => {
    if (where === '' || entry.link) return true
    const found = installed.packages?.[where]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** @param {string} file @returns {LockFile | null} */
function readLockFile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT')
      return null
    throw error
  }
}

/**
 * Installs the dependencies when they are missing or stale, once, however many processes ask.
 * @param {string} root
 * @param {import('./progress.mjs').Progress} progress
 */
export async function installDependencies(root, progress) {
  const fresh = () => {
    const wanted = readLockFile(path.join(root, 'package-lock.json'))
    if (!wanted)
      throw new PlainError(
        'package-lock.json is missing or broken: get it back with git checkout package-lock.json',
      )
    return isInstalled(wanted, readLockFile(path.join(root, 'node_modules', '.package-lock.json')))
  }
  if (fresh()) return
  await withFileLock(
    path.join(root, '.next', 'install.lock'),
    async (lock) => {
      if (fresh()) return
      await progress.step('Installing dependencies (about a minute)', () =>
        runQuietly('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
          cwd: root,
          onSpawn: lock.alsoHeldBy,
          failure: 'The dependencies could not be installed.',
        }),
      )
    },
    { onWait: () => progress.line('Another start is installing the dependencies: waiting for it.') },
  )
}
