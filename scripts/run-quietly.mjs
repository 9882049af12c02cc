import { spawn } from 'node:child_process'
import { PlainError } from './progress.mjs'

const KEPT = 20_000

/**
 * Runs a command whose output matters only if it fails; then its last part becomes the error's.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, failure: string, env?: NodeJS.ProcessEnv, onSpawn?: (pid: number) => void }} options
 * @returns {Promise<void>}
 */
export function runQuietly(command, args, { cwd, failure, env = process.env, onSpawn }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => reject(new PlainError(`${failure} ${command}: ${error.message}`)))
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new PlainError(`${output.trim()}\n${failure} (${command} ended with ${signal ?? code})`))
    })
    const killAtExit = () => child.kill()
    process.once('exit', killAtExit)
    child.on('close', () => process.removeListener('exit', killAtExit))
    if (child.pid) onSpawn?.(child.pid)
  })
}
