import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { runsTypeScript } from './check-node.mjs'
import { PlainError } from './progress.mjs'

/** @param {string} node @returns {string | null} null when it cannot be run */
function versionOf(node) {
  try {
    return execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}

/**
 * The Node that runs the application: the one that runs now when it can, else the one that came with the
 * dependencies.
 * @param {string} root
 * @param {{ version: string, path: string }} own
 * @returns {string}
 */
export function nodeForApp(root, own = { version: process.versions.node, path: process.execPath }) {
  if (runsTypeScript(own.version)) return own.path
  const bundled = path.join(root, 'node_modules', '.bin', 'node')
  const version = versionOf(bundled)
  if (version && runsTypeScript(version)) return bundled
  throw new PlainError(
    `Throughline needs Node 22.18 or newer on this system, and this is Node ${own.version}. Get one at https://nodejs.org`,
  )
}
