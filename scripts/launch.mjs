import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runsTypeScript } from './check-node.mjs'
import { installDependencies } from './dependencies.mjs'
import { nodeForApp } from './node-for-app.mjs'
import { createProgress, PlainError } from './progress.mjs'
import { runQuietly } from './run-quietly.mjs'

const scripts = path.dirname(fileURLToPath(import.meta.url))
export const root = path.dirname(scripts)

/**
 * Everything that has to be there before TypeScript of ours can run.
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<string>} the Node to go on with
 */
export async function prepare(progress) {
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  await installDependencies(root, progress)
  const node = nodeForApp(root)
  await runQuietly(node, [path.join(scripts, 'generate.mjs')], {
    cwd: root,
    failure: 'The database clients could not be generated.',
  })
  return node
}

/**
 * Hands a script to another Node and becomes as good as that process: its signals, its exit code.
 * @param {string} node
 * @param {string} script
 */
function handOver(node, script) {
  // The channel tells the child when this process is killed without a word.
  const child = spawn(node, [script], { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node} could not be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
  })
}

/** @param {string} script a file of this folder */
export async function launch(script) {
  const progress = createProgress()
  try {
    const node = await prepare(progress)
    const file = path.join(scripts, script)
    if (runsTypeScript(process.versions.node)) await import(file)
    else handOver(node, file)
  } catch (error) {
    if (!(error instanceof PlainError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
