import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { say } from '../support/api.ts'
import { expect, test } from '../support/test.ts'
import { fileOf } from '../support/test-database.ts'

test('another process locks the database for three seconds: the send waits and succeeds, /healthz answers meanwhile', async ({
  launch,
  database,
}) => {
  const app = await launch()
  const locker = await lock(fileOf(database.url))
  let unlocked = false
  locker.once('exit', () => {
    unlocked = true
  })
  const sending = say(app.url, 'hello').then((read) => ({ read, afterUnlock: unlocked }))
  // A server that waited inside the driver would let none through within a second of the three.
  while (!unlocked) {
    const response = await fetch(`${app.url}/healthz`, { signal: AbortSignal.timeout(1_000) })
    expect(response.status).toBe(200)
  }
  const { read, afterUnlock } = await sending
  expect(afterUnlock).toBe(true)
  expect(read.last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
})

/** A process that holds the write lock for three seconds; returned once it has it. */
async function lock(file: string): Promise<ChildProcess> {
  const program = `
    import Database from 'libsql'
    const db = new Database(process.argv[1])
    db.exec('BEGIN IMMEDIATE')
    process.stdout.write('locked')
    setTimeout(() => db.exec('ROLLBACK'), 3000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
