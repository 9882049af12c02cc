import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../schemas/run-event.ts'
import { sampleMap, sampleMessage } from '../schemas/testing/sample-views.ts'
import { createLiveRun, type LiveRun } from './live-run.ts'
import { RunAbort } from './run-abort.ts'

const START = { part: 0, offset: 0 }

/** The answer as it is stored when the run ends. */
const storedOf = (run: LiveRun) => sampleMessage({ parts: run.parts.map((part) => ({ ...part })) })

const newRun = () => createLiveRun({ owner: 'o', runId: 'r', sessionId: 's' })

async function readAll(events: AsyncGenerator<RunEvent>): Promise<{ text: string; types: string[] }> {
  let text = ''
  const types: string[] = []
  for await (const event of events) {
    types.push(event.type)
    if (event.type === 'delta') text += event.text
  }
  return { text, types }
}

describe('following', () => {
  test('a reader from the start gets everything, the end last', async () => {
    const run = newRun()
    const reading = readAll(run.follow(START))
    for (const word of ['one ', 'two ', 'three']) {
      run.append('text', word)
      await Promise.resolve()
    }
    run.end(storedOf(run))
    const { text, types } = await reading
    expect(text).toBe('one two three')
    expect(types.at(-1)).toBe('end')
  })

  test('readers that join at every position see the same text, nothing lost or doubled', async () => {
    const run = newRun()
    const text = 'The line lets go of the oldest. 👋🏽'
    const readers: Promise<string>[] = []
    for (let i = 0; i < text.length; i++) {
      run.append('text', text.charAt(i))
      const seen = run.parts[0]?.text ?? ''
      const rest = readAll(run.follow({ part: 0, offset: seen.length }))
      readers.push(rest.then((got) => seen + got.text))
    }
    run.end(storedOf(run))
    expect(new Set(await Promise.all(readers))).toEqual(new Set([text]))
  })

  test('a slow reader gets the deltas that it missed as one', async () => {
    const run = newRun()
    const events = run.follow(START)
    run.append('text', 'a')
    expect(await events.next()).toMatchObject({ value: { text: 'a', offset: 0 } })
    for (const letter of 'bcdef') run.append('text', letter)
    expect(await events.next()).toMatchObject({ value: { text: 'bcdef', offset: 1 } })
  })

  test('one who comes after the end gets the text and the end', async () => {
    const run = newRun()
    run.append('text', 'done')
    run.end(storedOf(run))
    expect(await readAll(run.follow(START))).toEqual({ text: 'done', types: ['delta', 'end'] })
  })

  describe('while it is not sure that the run is still this process’s', () => {
    /** A run that has told `known`, and then more of which nobody knows whether it counts. */
    async function doubted() {
      const certainty = { sure: true }
      const run = createLiveRun({ owner: 'o', runId: 'r', sessionId: 's' }, [], {
        isSure: () => certainty.sure,
        confirm: () => {
          certainty.sure = true
        },
      })
      run.append('text', 'known ')
      const events = run.follow(START)
      expect((await events.next()).value).toMatchObject({ text: 'known ' })
      certainty.sure = false
      run.append('text', 'and more')
      return { run, events }
    }

    test('nothing is told, until the log says that it is', async () => {
      const { run, events } = await doubted()
      const next = events.next()
      const first = await Promise.race([
        next,
        new Promise((resolve) => setImmediate(() => resolve('nothing'))),
      ])
      expect(first).toBe('nothing')
      run.logged(run.unlogged())
      expect((await next).value).toMatchObject({ text: 'and more', offset: 6 })
    })

    test('an end that another process stored is told as it stands', async () => {
      const { run, events } = await doubted()
      const taken = sampleMessage({ parts: [{ type: 'text', text: 'known by all' }], status: 'interrupted' })
      run.end(taken)
      expect(await readAll(events)).toEqual({ text: 'by all', types: ['delta', 'end'] })
      expect((await readAll(run.follow(START))).text).toBe('known by all')
    })

    test('an error is told alone', async () => {
      const { run, events } = await doubted()
      run.fail({ type: 'error', error: { code: 'run_not_found', message: 'gone' } })
      expect((await readAll(events)).types).toEqual(['error'])
    })
  })

  test('an end that could not be stored reaches the reader as an error', async () => {
    const run = newRun()
    run.fail({ type: 'error', error: { code: 'database_unavailable', message: 'gone' } })
    expect((await readAll(run.follow(START))).types).toEqual(['error'])
    await run.ended
  })
})

describe('parts', () => {
  test('reasoning and text stand in parts of their own, in order', () => {
    const run = newRun()
    run.append('reasoning', 'a')
    run.append('reasoning', 'b')
    run.append('text', 'c')
    run.append('reasoning', 'd')
    expect(run.parts).toEqual([
      { type: 'reasoning', text: 'ab' },
      { type: 'text', text: 'c' },
      { type: 'reasoning', text: 'd' },
    ])
  })

  test('half a surrogate pair waits for its other half', () => {
    const run = newRun()
    run.append('text', 'a\ud83d')
    expect(run.parts).toEqual([{ type: 'text', text: 'a' }])
    run.append('text', '\udc4b!')
    expect(run.parts).toEqual([{ type: 'text', text: 'a👋!' }])
  })

  test('what no database takes becomes U+FFFD, and moves no offset', () => {
    const run = newRun()
    run.append('text', 'a\u0000b\udc4bc\ud83dd')
    expect(run.parts).toEqual([{ type: 'text', text: 'a\ufffdb\ufffdc\ufffdd' }])
  })
})

describe('the log', () => {
  test('holds every unit once, whatever is written in between', () => {
    const run = newRun()
    run.append('reasoning', 'think')
    const first = run.unlogged()
    run.append('reasoning', 'ing')
    run.append('text', 'said')
    run.logged(first)
    const second = run.unlogged()
    expect(
      [...first.entries, ...second.entries].map(({ part, offset, text }) => [part, offset, text]),
    ).toEqual([
      [0, 0, 'think'],
      [0, 5, 'ing'],
      [1, 0, 'said'],
    ])
    run.logged(second)
    expect(run.unlogged().entries).toEqual([])
  })

  test('what failed to be written is offered again', () => {
    const run = newRun()
    run.append('text', 'x')
    expect(run.unlogged()).toEqual(run.unlogged())
    expect(run.unlogged().entries).toHaveLength(1)
  })

  test('brings the decision behind the answer until it is stored', () => {
    const run = newRun()
    const before = run.unlogged()
    const decision = { context: { map: sampleMap({}), texts: [], receipts: [] }, now: new Date(0) }
    run.decide(decision)
    run.logged(before)
    const unlogged = run.unlogged()
    expect(unlogged.context).toEqual({ runId: run.runId, ...decision })
    run.logged(unlogged)
    expect(run.unlogged().context).toBeNull()
  })
})

test('an abort tells its reason by type', () => {
  const run = newRun()
  run.abort('lost')
  expect(run.signal.reason).toBeInstanceOf(RunAbort)
  expect(run.signal.reason).toMatchObject({ kind: 'lost' })
})
