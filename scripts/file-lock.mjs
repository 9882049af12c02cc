import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 2_000
const SILENT_MS = 30_000
/** Long after any install or build: by then the process of that number is another one. */
const FORGOTTEN_MS = 15 * 60_000

/** @typedef {{ token: string, host: string, pids: number[] }} Holder */

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Whether nobody works under a lock any more. On this machine the processes are asked for; elsewhere (a container with
 * the same folder) only the heartbeat tells.
 * @param {Holder | null} holder null: the file holds nothing that can be read
 * @param {number} silentMs since its last heartbeat
 * @param {string} host
 * @param {(pid: number) => boolean} alive
 */
export function isAbandoned(holder, silentMs, host, alive = isAlive) {
  if (holder?.host !== host) return silentMs > SILENT_MS
  return silentMs > FORGOTTEN_MS || !holder.pids.some(alive)
}

/** @param {string} file @returns {Holder | null} */
function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} file @returns {number} nothing when the file is gone: it was released, not abandoned */
function silence(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? Date.now() - stat.mtimeMs : 0
}

/** @param {() => void} make @returns {boolean} false when it is there already */
function unlessThere(make) {
  try {
    make()
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes an abandoned lock. Two who find it at once must not both remove: the second would take away the first one's new
 * lock. So it is judged again and removed by whoever could make a folder beside it.
 * @param {string} file
 * @param {string} host
 * @returns {boolean} whether it is worth trying again at once
 */
function breakAbandoned(file, host) {
  // The age is read last: a file that is gone by then, or new, was never abandoned.
  const abandoned = () => isAbandoned(readHolder(file), silence(file), host)
  if (!abandoned()) return false
  const guard = `${file}.breaking`
  if (!unlessThere(() => mkdirSync(guard))) {
    if (silence(guard) > SILENT_MS) rmSync(guard, { recursive: true, force: true })
    return false
  }
  if (abandoned()) rmSync(file, { force: true })
  rmdirSync(guard)
  return true
}

/**
 * Does `work` while no other process does any under the same lock file; waits its turn. The lock of a process that died is
 * taken over, unless one that it named by `alsoHeldBy` (a child that outlived it) still runs.
 * @template T
 * @param {string} file
 * @param {(lock: { alsoHeldBy(pid: number): void }) => Promise<T>} work
 * @param {{ onWait?: () => void, host?: string, pollMs?: number }} [options] `onWait` is called once, when it has to wait
 * @returns {Promise<T>}
 */
export async function withFileLock(file, work, { onWait, host = hostname(), pollMs = 200 } = {}) {
  /** @type {Holder} */
  const holder = { token: randomUUID(), host, pids: [process.pid] }
  mkdirSync(path.dirname(file), { recursive: true })
  let waited = false
  for (;;) {
    if (unlessThere(() => writeFileSync(file, JSON.stringify(holder), { flag: 'wx' }))) break
    if (breakAbandoned(file, host)) continue
    if (!waited) onWait?.()
    waited = true
    await sleep(pollMs)
  }
  const isOurs = () => readHolder(file)?.token === holder.token
  const beat = setInterval(() => {
    if (isOurs()) utimesSync(file, new Date(), new Date())
  }, BEAT_MS)
  try {
    return await work({
      alsoHeldBy(pid) {
        holder.pids.push(pid)
        if (isOurs()) writeFileSync(file, JSON.stringify(holder))
      },
    })
  } finally {
    clearInterval(beat)
    if (isOurs()) rmSync(file, { force: true })
  }
}
