import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import path from 'node:path'
import { runsTypeScript } from './check-node.mjs'
import { prepare, root } from './prepare.mjs'
import { createProgress, PlainError } from './progress.mjs'

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
    const file = path.join(root, 'scripts', script)
    if (runsTypeScript(process.versions.node)) await import(file)
    else handOver(node, file)
  } catch (error) {
    if (!(error instanceof PlainError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
