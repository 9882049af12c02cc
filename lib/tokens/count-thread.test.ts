import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { countBoth } from './count-both.ts'
import { type CountThread, createCountThread } from './count-thread.ts'

const HUGE = 'a'.repeat(2_000_000)

let thread: CountThread | undefined
afterEach(() => thread?.close())

/** The real worker, with every one that was started at hand. */
function startWatched() {
  const workers: Worker[] = []
  thread = createCountThread(() => {
    const worker = new Worker(new URL('./count-worker.ts', import.meta.url))
    workers.push(worker)
    return worker
  })
  return { workers, thread }
}

test('starts no thread before it is needed, and one for all texts', async () => {
  const { workers, thread } = startWatched()
  expect(workers).toHaveLength(0)
  const texts = ['one', 'two three', '四五六', HUGE.slice(0, 1_000), '']
  expect(await Promise.all(texts.map((text) => thread.count(text)))).toEqual(texts.map(countBoth))
  expect(workers).toHaveLength(1)
})

test('what a dead thread held fails, and the next text gets a new one', async () => {
  const { workers, thread } = startWatched()
  const lost = [thread.count(HUGE), thread.count('short')]
  const failures = Promise.allSettled(lost)
  await workers[0]?.terminate()
  expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await thread.count('again')).toEqual(countBoth('again'))
  expect(workers).toHaveLength(2)
})

test('says why the thread died', async () => {
  thread = createCountThread(() => new Worker('throw new RangeError("no memory")', { eval: true }))
  await expect(thread.count('text')).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'no memory' }),
  })
})

test('closing ends what is being counted and refuses what follows', async () => {
  const { workers, thread } = startWatched()
  const counting = thread.count(HUGE)
  const refused = expect(counting).rejects.toMatchObject({ code: 'shutting_down' })
  await thread.close()
  await refused
  await expect(thread.count('late')).rejects.toMatchObject({ code: 'shutting_down' })
  expect(workers).toHaveLength(1)
})

test('a counting thread keeps the process alive, an idle one does not', async () => {
  const script = fileURLToPath(new URL('./testing/count-once.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  expect(stdout).toBe('6250')
})
