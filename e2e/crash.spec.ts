import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { textOf } from '../lib/schemas/message.ts'
import { eventsOf, post, readToEnd, say, send } from './support/api.ts'
import { type AppServer, startApp } from './support/app-server.ts'
import { temporaryDatabase } from './support/temporary-database.ts'
import { expect, test } from './support/test.ts'

/** Starts an answer and waits until three words of it are in the page's hands. */
async function threeWords(app: AppServer): Promise<{ sessionId: string; runId: string }> {
  const events = eventsOf(await send(app.url, '[[words 9]] [[hold 3]]'))
  const start = await events.next()
  if (start.value?.type !== 'start') throw new Error('The stream did not begin with its start.')
  const { session, runId } = start.value
  let text = ''
  while (!text.includes('word3')) {
    const { value } = await events.next()
    if (value?.type === 'delta') text += value.text
  }
  return { sessionId: session.id, runId }
}

const thread = async (app: AppServer, sessionId: string) =>
  (await fetch(`${app.url}/api/sessions/${sessionId}`)).json()

test('killed in the middle of an answer: the next start finds it interrupted, with its text, and the session free', async ({
  upstream,
}) => {
  const { url, remove } = await temporaryDatabase()
  const env = { DATABASE_URL: url, OPENAI_BASE_URL: `${upstream.url}/v1`, FLUSH_MS: '20' }
  const first = await startApp(env)
  const { sessionId, runId } = await threeWords(first)
  // The log is ahead of a reader that joins from the database; wait until it holds what was seen.
  await expect
    .poll(async () => textOf((await thread(first, sessionId)).messages[1]))
    .toBe('word1 word2 word3 ')
  await first.stop('SIGKILL')

  const second = await startApp(env)
  const { messages, runId: running } = await thread(second, sessionId)
  expect(running).toBeNull()
  expect(messages[1]).toMatchObject({ status: 'interrupted' })
  expect(textOf(messages[1])).toBe('word1 word2 word3 ')
  const joined = await readToEnd(await fetch(`${second.url}/api/runs/${runId}/events`))
  expect(joined).toMatchObject({ text: 'word1 word2 word3 ', last: { type: 'end' } })

  expect((await say(second.url, 'and now?', { sessionId })).last).toMatchObject({
    answer: { status: 'complete' },
  })
  await second.stop()
  await remove()
})

test('ended by a signal: running answers are kept as interrupted, and the exit is clean', async ({
  upstream,
}) => {
  const { url, remove } = await temporaryDatabase()
  const env = { DATABASE_URL: url, OPENAI_BASE_URL: `${upstream.url}/v1` }
  const first = await startApp(env)
  const { sessionId } = await threeWords(first)
  const call = upstream.requests.at(-1)
  expect(await first.stop('SIGINT')).toBe(0)
  await upstream.waitFor((request) => request === call && request.closedEarly)

  const second = await startApp(env)
  const { messages } = await thread(second, sessionId)
  expect(messages[1]).toMatchObject({ status: 'interrupted' })
  expect(textOf(messages[1])).toBe('word1 word2 word3 ')
  await second.stop()
  await remove()
})

test('another process locks the database for three seconds: the send waits and succeeds, /healthz answers meanwhile', async ({
  upstream,
}) => {
  const { url, file, remove } = await temporaryDatabase()
  const app = await startApp({ DATABASE_URL: url, OPENAI_BASE_URL: `${upstream.url}/v1` })
  const locker = await lock(file)
  let unlocked = false
  const sending = say(app.url, 'hello').then((read) => ({ read, afterUnlock: unlocked }))
  for (let i = 0; i < 10; i++) expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  await once(locker, 'exit')
  unlocked = true
  const { read, afterUnlock } = await sending
  expect(afterUnlock).toBe(true)
  expect(read.last).toMatchObject({ type: 'end', answer: { status: 'complete' } })
  await app.stop()
  await remove()
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

test('a stop after a restart of the page: the run is found by its id alone', async ({ upstream }) => {
  const { url, remove } = await temporaryDatabase()
  const app = await startApp({ DATABASE_URL: url, OPENAI_BASE_URL: `${upstream.url}/v1` })
  const { sessionId } = await threeWords(app)
  const { runId } = await thread(app, sessionId)
  await post(`${app.url}/api/runs/${runId}/stop`, {})
  const { last } = await readToEnd(await fetch(`${app.url}/api/runs/${runId}/events`))
  expect(last).toMatchObject({ type: 'end', answer: { status: 'stopped' } })
  await app.stop()
  await remove()
})
