import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './dependencies.mjs'
import { withFileLock } from './file-lock.mjs'
import { nodeForApp } from './node-for-app.mjs'
import { runQuietly } from './run-quietly.mjs'

const scripts = path.dirname(fileURLToPath(import.meta.url))

/** The project's folder. */
export const root = path.dirname(scripts)

/**
 * Everything that has to be there before TypeScript of ours can run: the dependencies and the database clients.
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<string>} the Node to go on with
 */
export async function prepare(progress) {
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  await installDependencies(root, progress)
  const node = nodeForApp(root)
  await withFileLock(path.join(root, '.next', 'generate.lock'), (lock) =>
    runQuietly(node, [path.join(scripts, 'generate.mjs')], {
      cwd: root,
      onSpawn: lock.alsoHeldBy,
      failure: 'The database clients could not be generated.',
    }),
  )
  return node
}
