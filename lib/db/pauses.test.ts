import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPauses } from './pauses.ts'

/** Pieces of work of so many milliseconds each, on a clock that nothing else moves; with how often others had a turn. */
function work(ms: number) {
  let time = 0
  let turns = 0
  const pause = createPauses(() => time)
  const pieces = async (count: number) => {
    const seen: number[] = []
    for (let piece = 0; piece < count; piece++) {
      await pause()
      seen.push(turns)
      time += ms
    }
    return seen
  }
  const others = async (until: Promise<unknown>) => {
    let over = false
    void until.finally(() => {
      over = true
    })
    while (!over) {
      await setImmediate()
      turns++
    }
  }
  return { pieces, others }
}

test('others have their turn after every few pieces of work', async () => {
  const { pieces, others } = work(2)
  const seen = pieces(9)
  await others(seen)
  // Three of two milliseconds in a row: the third begins before five are over.
  const turns = [...new Set(await seen)]
  expect(turns).toHaveLength(3)
  for (const turn of turns) expect((await seen).filter((each) => each === turn)).toHaveLength(3)
})

test('what comes alone in a turn does not wait, however long the one before took', async () => {
  const { pieces } = work(50)
  for (let round = 0; round < 3; round++) {
    let waited = false
    const after = setImmediate().then(() => {
      waited = true
    })
    await pieces(1)
    expect(waited).toBe(false)
    await after
    // The turn that it was in is over then.
    await setImmediate()
  }
})

test('all that have to wait go on in the same turn', async () => {
  const { pieces, others } = work(12)
  await pieces(1)
  const rows = Promise.all([pieces(1), pieces(1)])
  await others(rows)
  expect(new Set((await rows).flat()).size).toBe(1)
})
