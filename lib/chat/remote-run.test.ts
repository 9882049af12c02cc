import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { LogEntry } from '../ports/turn-store.ts'
import type { MessageView } from '../schemas/message.ts'
import { type RunEvent, START } from '../schemas/run-event.ts'
import { sampleMessage } from '../schemas/testing/sample-views.ts'
import { createRemoteRun } from './remote-run.ts'

/** The log of a run as another process writes it, and how often it was read. */
function log() {
  const entries: Omit<LogEntry, 'runId'>[] = []
  let ended: MessageView | null = null
  let failing: Error | null = null
  let alive = true
  const reads: string[] = []
  let read = Promise.withResolvers<void>()
  return {
    reads,
    /** Resolves when the log has been read once more. */
    nextRead: () => read.promise,
    write(text: string) {
      const offset = entries.map((entry) => entry.text).join('').length
      entries.push({ part: 0, offset, kind: 'text', text })
    },
    end(text: string) {
      ended = sampleMessage({ parts: [{ type: 'text', text }] })
    },
    fail(error: Error | null) {
      failing = error
    },
    die() {
      alive = false
    },
    store: {
      async readFrom(_owner: string, _runId: string, from: { part: number; offset: number }) {
        reads.push(`${from.part}:${from.offset}`)
        read.resolve()
        read = Promise.withResolvers<void>()
        if (failing) throw failing
        return { entries: entries.filter(({ offset }) => offset >= from.offset), ended, sessionId: 's' }
      },
    },
    reaper: {
      async livingRun() {
        if (!alive)
          ended ??= sampleMessage({ status: 'interrupted', parts: [{ type: 'text', text: 'one ' }] })
        return alive ? 'r' : null
      },
    },
  }
}

function follow(of: ReturnType<typeof log>, patienceMs = 1_000) {
  const problems: string[] = []
  const note = (text: string) => void problems.push(text)
  let left = 0
  const run = createRemoteRun(
    {
      store: of.store,
      reaper: of.reaper,
      log: { info: note, warn: note, error: note },
      pollMs: 1,
      patienceMs,
    },
    { owner: 'o', runId: 'r' },
    () => {
      left += 1
    },
  )
  return { run, problems, left: () => left }
}

async function readAll(
  events: AsyncGenerator<RunEvent>,
): Promise<{ text: string; last: RunEvent | undefined }> {
  let text = ''
  let last: RunEvent | undefined
  for await (const event of events) {
    if (event.type === 'delta') text += event.text
    last = event
  }
  return { text, last }
}

describe("following another process's run", () => {
  test('every reader gets everything once, and the log is read once for all of them', async () => {
    const of = log()
    const { run, left } = follow(of)
    of.write('one ')
    const readers = Array.from({ length: 500 }, () => readAll(run.follow(START)))
    const late = readAll(run.follow({ part: 0, offset: 2 }))
    await of.nextRead()
    of.write('two ')
    await of.nextRead()
    of.end('one two three')
    for (const { text, last } of await Promise.all(readers)) {
      expect(text).toBe('one two three')
      expect(last?.type).toBe('end')
    }
    expect((await late).text).toBe('e two three')
    expect(left()).toBe(1)
    // Each look begins where the last one ended: nothing is read twice.
    expect(of.reads).toEqual([...of.reads].sort((a, b) => Number(a.slice(2)) - Number(b.slice(2))))
    expect(of.reads.length).toBeLessThan(500)
  })

  test('nobody reads the log once all have left', async () => {
    const of = log()
    const { run, left } = follow(of)
    of.write('one ')
    const events = run.follow(START)
    await events.next()
    await events.return()
    expect(left()).toBe(1)
    const before = of.reads.length
    // One more follower, who sees that what goes on is one reading and not two.
    const again = run.follow(START)
    await again.next()
    await of.nextRead()
    await of.nextRead()
    await again.return()
    expect(of.reads.length).toBeGreaterThan(before)
    of.end('one two')
    expect((await readAll(run.follow(START))).text).toBe('one two')
  })

  test('a reader that leaves while nothing is said is not waited for', async () => {
    const of = log()
    const { run, left } = follow(of)
    const reader = new AbortController()
    const next = run.follow(START, reader.signal).next()
    await of.nextRead()
    reader.abort()
    expect((await next).done).toBe(true)
    expect(left()).toBe(1)
  })

  test('one whose process died ends as whoever reaped it stored it', async () => {
    const of = log()
    of.write('one ')
    of.die()
    expect(await readAll(follow(of).run.follow(START))).toMatchObject({
      text: 'one ',
      last: { type: 'end', answer: { status: 'interrupted' } },
    })
  })

  test('a database that is away for a while is waited for', async () => {
    const of = log()
    of.write('one ')
    const reading = readAll(follow(of).run.follow(START))
    await of.nextRead()
    of.fail(new AppError('database_unavailable', 'It is away.'))
    await of.nextRead()
    await of.nextRead()
    of.fail(null)
    of.end('one two')
    expect((await reading).text).toBe('one two')
  })

  test('one that stays away is told, and so is a conversation that was deleted', async () => {
    const away = log()
    away.fail(new AppError('database_unavailable', 'It is away.'))
    expect((await readAll(follow(away, 3).run.follow(START))).last).toMatchObject({
      type: 'error',
      error: { code: 'database_unavailable' },
    })
    const gone = log()
    gone.fail(new AppError('run_not_found', 'There is none.'))
    expect((await readAll(follow(gone).run.follow(START))).last).toMatchObject({
      type: 'error',
      error: { code: 'session_not_found' },
    })
  })

  test('what nobody expected is logged and told without its words', async () => {
    const of = log()
    of.fail(new Error('a secret'))
    const { run, problems } = follow(of)
    const { last } = await readAll(run.follow(START))
    expect(last).toMatchObject({ type: 'error', error: { code: 'internal' } })
    expect(JSON.stringify(last)).not.toContain('secret')
    expect(problems).toHaveLength(1)
  })
})
