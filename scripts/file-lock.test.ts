import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAbandoned, isAlive, withFileLock } from './file-lock.mjs'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'throughline-lock-'))
  file = join(folder, 'deep', 'x.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const options = { host: 'here', pollMs: 5 }

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

function leaveLock(pids: number[], { host = 'here', silentMs = 0 } = {}) {
  writeFileSync(file, JSON.stringify({ token: 'theirs', host, pids }))
  const beat = new Date(Date.now() - silentMs)
  utimesSync(file, beat, beat)
}

describe('isAbandoned', () => {
  const minute = 60_000
  const holder = (host: string) => ({ token: 't', host, pids: [1, 2] })

  test.each([
    ['one of its processes lives', holder('here'), 5 * minute, (pid: number) => pid === 2, false],
    ['all its processes are dead', holder('here'), 0, () => false, true],
    ['its process number must be another process by now', holder('here'), 16 * minute, () => true, true],
    ['another machine holds it and is heard', holder('there'), 5_000, () => false, false],
    ['another machine holds it and is silent', holder('there'), minute, () => true, true],
    ['it is just being written', null, 10, () => true, false],
    ['it stayed empty', null, minute, () => true, true],
  ])('%s', (_, lock, silentMs, alive, expected) => {
    expect(isAbandoned(lock, silentMs, 'here', alive)).toBe(expected)
  })
})

test('isAlive tells a running process from an ended one', async () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(await deadPid())).toBe(false)
})

test('works one at a time, and returns what the work returns', async () => {
  let inside = 0
  let most = 0
  const work = async (value: number) => {
    most = Math.max(most, ++inside)
    await new Promise(setImmediate)
    inside -= 1
    return value
  }
  const values = [1, 2, 3, 4, 5]
  const results = await Promise.all(values.map((value) => withFileLock(file, () => work(value), options)))
  expect(results).toEqual(values)
  expect(most).toBe(1)
  expect(existsSync(file)).toBe(false)
})

test('says once that it waits, and goes on when the holder is done', async () => {
  let waits = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = withFileLock(file, () => held, options)
  const second = withFileLock(file, async () => 'second', {
    ...options,
    onWait: () => {
      waits += 1
      release()
    },
  })
  expect(await second).toBe('second')
  await first
  expect(waits).toBe(1)
})

test('a failure of the work releases the lock', async () => {
  const failing = withFileLock(file, () => Promise.reject(new Error('no')), options)
  await expect(failing).rejects.toThrow('no')
  expect(await withFileLock(file, async () => 'free', options)).toBe('free')
})

test('many who find the lock of a dead process at once still work one at a time', async () => {
  await withFileLock(file, async () => undefined, options)
  leaveLock([await deadPid()])
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise(setImmediate)
    inside -= 1
  }
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(file, work, options)))
  expect(most).toBe(1)
})

test('does not say that it waits when there is nobody to wait for', async () => {
  await withFileLock(file, async () => undefined, options)
  leaveLock([await deadPid()])
  let waits = 0
  await withFileLock(file, async () => undefined, { ...options, onWait: () => waits++ })
  expect(waits).toBe(0)
})

test('a child that outlived the holder keeps the lock until it ends', async () => {
  await withFileLock(file, async () => undefined, options)
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  leaveLock([await deadPid(), child.pid ?? 0])
  let childEnded = false
  child.on('exit', () => {
    childEnded = true
  })
  await withFileLock(file, async () => expect(childEnded).toBe(true), {
    ...options,
    onWait: () => child.stdin.end(),
  })
})

test('names the children it was told of', async () => {
  await withFileLock(
    file,
    async (lock) => {
      lock.alsoHeldBy(4711)
      expect(JSON.parse(readFileSync(file, 'utf8')).pids).toEqual([process.pid, 4711])
    },
    options,
  )
})

test('does not take away the lock of another who broke it meanwhile', async () => {
  await withFileLock(file, async () => leaveLock([process.pid]), options)
  expect(JSON.parse(readFileSync(file, 'utf8')).token).toBe('theirs')
})
