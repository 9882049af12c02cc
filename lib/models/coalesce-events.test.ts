import { Readable } from 'node:stream'
import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coalesceEvents } from './coalesce-events.ts'

const HOLD_MS = 35

const text = (content: string) => ({ choices: [{ index: 0, delta: { content } }] })
const wire = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** A source that is fed by hand, a clock and a timer that are moved by hand. */
function byHand() {
  let time = 1_000
  /** By their milliseconds. */
  const timers = new Map<number, () => void>()
  let pieces = 0
  let asked = 0
  const source = new Readable({
    highWaterMark: 0,
    read: () => {
      asked++
    },
  })
  const reader = coalesceEvents(source, {
    holdMs: () => HOLD_MS,
    now: () => time,
    setTimer: (callback, ms) => timers.set(ms, callback),
    onPiece: () => {
      pieces++
    },
  }).getReader()
  const decoder = new TextDecoder()

  return {
    send: (...values: unknown[]) => source.push(values.map(wire).join('')),
    sendBytes: (bytes: Uint8Array) => {
      if (bytes.length > 0) source.push(bytes)
    },
    close: () => source.push(null),
    fail: (error: Error) => source.destroy(error),
    destroy: () => source.destroy(),
    pass: (ms: number) => {
      time += ms
    },
    /** The timer goes off; an error where none was set. */
    ring: (ms = HOLD_MS) => {
      const timer = timers.get(ms)
      if (!timer) throw new Error('No timer was set.')
      timers.delete(ms)
      timer()
    },
    isTiming: () => timers.has(HOLD_MS),
    asked: () => asked,
    pieces: () => pieces,
    cancelled: () => source.destroyed,
    reader,
    async next(): Promise<string | null> {
      const { done, value } = await reader.read()
      return done ? null : decoder.decode(value)
    },
  }
}

/** All that is queued in promises has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Whether a promise is still open when everything that can happen has happened. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  await settled()
  return (await Promise.race([promise.then(() => 'over'), Promise.resolve('open')])) === 'open'
}

describe('when a piece goes on', () => {
  test('the first at once, the next ones together when the time is over', async () => {
    const hand = byHand()
    hand.send(text('a'))
    expect(await hand.next()).toBe(wire(text('a')))
    const next = hand.next()
    for (const word of ['b', 'c', 'd']) {
      hand.pass(10)
      hand.send(text(word))
      expect(await isPending(next)).toBe(true)
    }
    hand.ring()
    expect(await next).toBe(wire(text('bcd')))
  })

  test('one that comes after a pause at once', async () => {
    const hand = byHand()
    hand.send(text('a'))
    await hand.next()
    hand.pass(HOLD_MS)
    hand.send(text('b'))
    expect(await hand.next()).toBe(wire(text('b')))
    expect(hand.isTiming()).toBe(false)
  })

  test('a held one alone is sent as it came', async () => {
    const hand = byHand()
    hand.send(text('a'))
    await hand.next()
    const odd = { object: 'x', ...text('b') }
    hand.send(odd)
    const next = hand.next()
    await settled()
    hand.ring()
    expect(await next).toBe(wire(odd))
  })

  test('everything else at once, behind what is held', async () => {
    const hand = byHand()
    const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
    hand.send(text('a'))
    await hand.next()
    const next = hand.next()
    hand.send(text('b'))
    hand.send(text('c'))
    await settled()
    hand.send(finish)
    expect(await next).toBe(wire(text('bc')) + wire(finish))
  })

  test('text of another kind lets go what is held', async () => {
    const hand = byHand()
    const thought = { choices: [{ index: 0, delta: { reasoning_content: 'b' } }] }
    hand.send(text('a'))
    await hand.next()
    const next = hand.next()
    hand.send(text('b'), thought)
    expect(await next).toBe(wire(text('b')))
    hand.close()
    expect(await hand.next()).toBe(wire(thought))
    expect(await hand.next()).toBeNull()
  })
})

describe('how it ends', () => {
  test('what is held comes before the end, and the rest of a cut event as it is', async () => {
    const hand = byHand()
    hand.send(text('a'))
    await hand.next()
    hand.send(text('b'))
    hand.close()
    expect(await hand.next()).toBe(wire(text('b')))
    expect(await hand.next()).toBeNull()
  })

  test('a server that does not end its response behind its last event is waited for no longer', async () => {
    const hand = byHand()
    hand.sendBytes(Buffer.from(`${wire(text('a'))}data: [DONE]\n\n`))
    expect(await hand.next()).toBe(`${wire(text('a'))}data: [DONE]\n\n`)
    const end = hand.next()
    expect(await isPending(end)).toBe(true)
    hand.ring(1_000)
    expect(await end).toBeNull()
  })

  test('a source that is closed before its end is a failure', async () => {
    const hand = byHand()
    const next = hand.next()
    hand.destroy()
    await expect(next).rejects.toThrow('closed before its end')
  })

  test('what is held comes before a failure', async () => {
    const hand = byHand()
    hand.send(text('a'))
    await hand.next()
    const next = hand.next()
    hand.send(text('b'))
    await settled()
    const died = new Error('The socket died.')
    hand.fail(died)
    expect(await next).toBe(wire(text('b')))
    await expect(hand.next()).rejects.toBe(died)
  })

  test('who leaves ends the source', async () => {
    const hand = byHand()
    const next = hand.next()
    await hand.reader.cancel('enough')
    expect(hand.cancelled()).toBe(true)
    expect(await next).toBeNull()
  })
})

describe('a comment', () => {
  test('is heard of at once, also one that is not ended or stands in the middle of what is held', async () => {
    const hand = byHand()
    const next = hand.next()
    hand.sendBytes(Buffer.from(': still at work'))
    await settled()
    expect(hand.pieces()).toBe(1)
    hand.sendBytes(Buffer.from(`\n${wire(text('a'))}`))
    expect(await next).toBe(`: still at work\n${wire(text('a'))}`)
    hand.send(text('a'))
    await hand.next()
    hand.send(text('b'))
    const held = hand.next()
    await settled()
    hand.sendBytes(Buffer.from(': still at work\n\n'))
    expect(await held).toBe(`${wire(text('b'))}: still at work\n\n`)
    expect(hand.pieces()).toBe(5)
  })
})

describe('what is no stream of events', () => {
  test.each(['<!doctype html>\n<script>\ndata: 1\n</script>', '{"error":"no"}', '[]', 'Not today.', ''])(
    '%j fails at its end, which tells how it began',
    async (said) => {
      const hand = byHand()
      hand.sendBytes(Buffer.from(said))
      hand.close()
      if (said !== '') expect(await hand.next()).toBe(said)
      await expect(hand.next()).rejects.toMatchObject({ name: 'NotAStreamError', said })
    },
  )

  test('is not read to its end where it has none', async () => {
    const hand = byHand()
    const next = hand.next()
    hand.sendBytes(Buffer.from('{'))
    hand.sendBytes(Buffer.from('x'.repeat(64_000)))
    expect(await next).toHaveLength(64_001)
    await expect(hand.next()).rejects.toMatchObject({ name: 'NotAStreamError' })
    expect(hand.cancelled()).toBe(true)
  })

  test.each(['data: [DONE]\n\n', '\uFEFFdata: 1\n\n', ': hello\n\n', '\n\nevent: x\n\n', 'retry: 5\r\r'])(
    '%j is one, wherever it is cut',
    async (stream) => {
      const hand = byHand()
      const out = (async () => {
        let all = ''
        for (let next = await hand.next(); next !== null; next = await hand.next()) all += next
        return all
      })()
      for (const byte of Buffer.from(stream)) {
        hand.sendBytes(Buffer.from([byte]))
        await settled()
      }
      hand.close()
      expect((await out).trim()).toBe(stream.trim().replace('\uFEFF', ''))
    },
  )
})

test('nothing is asked of the source while nobody asks here', async () => {
  const hand = byHand()
  await settled()
  expect(hand.asked()).toBe(0)
  hand.send(text('a'))
  await hand.next()
  const before = hand.asked()
  hand.send(text('b'))
  await settled()
  expect(hand.asked()).toBe(before)
})

/** What a reader hears: a piece of text of some kind, or an event of its own. */
type Heard = { kind: string; said: string } | { other: string }

type Sent = { block: string; heard: Heard | null }

const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 4 })

const sent: fc.Arbitrary<Sent> = fc.oneof(
  fc.tuple(words, fc.constantFrom('content', 'reasoning_content')).map(([said, kind]) => ({
    heard: { kind, said },
    block: wire({ choices: [{ index: 0, delta: { [kind]: said } }] }),
  })),
  words.map((said) => ({
    heard: { kind: 'response', said },
    block: `event: response.output_text.delta\n${wire({ type: 'response.output_text.delta', item_id: 'm', delta: said })}`,
  })),
  fc
    .constantFrom(
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0 }] } }] },
      { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }] },
      { type: 'response.completed' },
    )
    .map((value) => ({ heard: { other: JSON.stringify(value) }, block: wire(value) })),
  fc.constantFrom(
    { heard: { other: '[DONE]' }, block: 'data: [DONE]\n\n' },
    { heard: null, block: ': waiting 👋\n\n' },
    { heard: null, block: 'retry: 7\n\n' },
  ),
)

/** Neighbours of one kind are one text; how they were cut is nobody's business. */
function joined(pieces: readonly Heard[]): Heard[] {
  const all: Heard[] = []
  for (const each of pieces) {
    const last = all.at(-1)
    if (last && 'kind' in last && 'kind' in each && last.kind === each.kind)
      all[all.length - 1] = { kind: last.kind, said: last.said + each.said }
    else all.push(each)
  }
  return all
}

function heardIn(stream: string): Heard[] {
  const all: Heard[] = []
  const parser = createParser({
    onEvent: ({ data }) => {
      const value = data === '[DONE]' ? {} : JSON.parse(data)
      const choice = value.choices?.[0]
      const [kind, said] = Object.entries<unknown>(choice?.delta ?? {})[0] ?? []
      if (value.type === 'response.output_text.delta') all.push({ kind: 'response', said: value.delta })
      else if (kind && typeof said === 'string' && !choice.finish_reason) all.push({ kind, said })
      else all.push({ other: data })
    },
  })
  parser.feed(stream)
  return joined(all)
}

const unheard = (stream: string) => stream.split(/\r?\n/).filter((line) => /^(:|retry)/.test(line))

test('no text is lost or changes its place, wherever the bytes are cut and whenever the timer goes off', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(sent, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 12 }),
      fc.array(
        fc.record({ length: fc.integer({ min: 1, max: 60 }), pause: fc.constantFrom(0, 10, HOLD_MS) }),
      ),
      fc.boolean(),
      async (pieces, cuts, fails) => {
        const stream = pieces.map(([{ block }, end]) => block.replaceAll('\n', end)).join('')
        const bytes = new TextEncoder().encode(stream)
        const hand = byHand()
        let out = ''
        const reading = (async () => {
          for (let next = await hand.next(); next !== null; next = await hand.next()) out += next
        })()
        let from = 0
        for (const { length, pause } of cuts) {
          hand.sendBytes(bytes.subarray(from, from + length))
          from += length
          await settled()
          hand.pass(pause)
          if (pause > 0 && hand.isTiming()) hand.ring()
        }
        hand.sendBytes(bytes.subarray(from))
        await settled()
        if (fails) {
          hand.fail(new Error('It died.'))
          await expect(reading).rejects.toThrow('It died.')
        } else {
          hand.close()
          await reading
        }
        expect(heardIn(out)).toEqual(joined(pieces.flatMap(([{ heard }]) => heard ?? [])))
        expect(unheard(out)).toEqual(unheard(stream))
      },
    ),
    { numRuns: 300 },
  )
})

test('an event in carriage returns alone, cut between two of them', async () => {
  const hand = byHand()
  const block = wire(text('a')).replaceAll('\n', '\r')
  hand.sendBytes(new TextEncoder().encode(block.slice(0, -1)))
  await settled()
  hand.sendBytes(new TextEncoder().encode(`\r${block}`))
  hand.close()
  let out = ''
  for (let next = await hand.next(); next !== null; next = await hand.next()) out += next
  expect(out).toBe(block + block)
})
