import { expect, test } from 'vitest'
import { ApiError } from '@/components/api/api-error'
import { createAutosave, type SaveState } from './autosave'

/** A server that answers when told, and a clock that runs when told. */
function setUp() {
  const saves: { value: string; done: () => void; fail: (error: Error) => void }[] = []
  const states: SaveState['kind'][] = []
  let waiting: (() => void) | null = null
  const autosave = createAutosave<string>({
    save: (value) =>
      new Promise<void>((resolve, reject) => saves.push({ value, done: resolve, fail: reject })),
    onState: ({ kind }) => states.push(kind),
    delayMs: 800,
    later: (run) => {
      waiting = run
      return () => {
        waiting = null
      }
    },
  })
  const save = (index: number) => {
    const found = saves[index]
    if (!found) throw new Error(`Save ${index} was not asked for.`)
    return found
  }
  return { autosave, saves, save, states, pass: () => waiting?.() }
}

test('saves the last of many changes, once', async () => {
  const { autosave, saves, save, states, pass } = setUp()
  autosave.change('a')
  autosave.change('ab')
  expect(saves).toHaveLength(0)
  pass()
  expect(saves.map(({ value }) => value)).toEqual(['ab'])
  save(0).done()
  await autosave.flush()
  expect(states).toEqual(['unsaved', 'unsaved', 'saving', 'saved'])
})

test('a change during a save follows it, never beside it', async () => {
  const { autosave, saves, save, states, pass } = setUp()
  autosave.change('a')
  pass()
  autosave.change('b')
  pass()
  expect(saves).toHaveLength(1)
  save(0).done()
  await expect.poll(() => saves.length).toBe(2)
  expect(save(1).value).toBe('b')
  save(1).done()
  await autosave.flush()
  expect(states.at(-1)).toBe('saved')
})

test('what failed is kept and saved by the next flush', async () => {
  const { autosave, save, saves, states, pass } = setUp()
  autosave.change('a')
  pass()
  save(0).fail(new ApiError('database_busy', 'Wait.'))
  await expect.poll(() => states.at(-1)).toBe('failed')
  const flushed = autosave.flush()
  expect(saves.map(({ value }) => value)).toEqual(['a', 'a'])
  save(1).done()
  await flushed
  expect(states.at(-1)).toBe('saved')
})

test('a failure does not bring an older value back over a newer one', async () => {
  const { autosave, save, saves, states, pass } = setUp()
  autosave.change('old')
  pass()
  autosave.change('new')
  save(0).fail(new ApiError('database_busy', 'Wait.'))
  await expect.poll(() => states.at(-1)).toBe('failed')
  pass()
  expect(saves.map(({ value }) => value)).toEqual(['old', 'new'])
})

test('a flush with nothing to save asks for nothing', async () => {
  const { autosave, saves, states } = setUp()
  await autosave.flush()
  expect(saves).toEqual([])
  expect(states).toEqual([])
})

test('leaving asks at once, beside a save that is on its way', async () => {
  const { autosave, saves, save, states, pass } = setUp()
  autosave.change('a')
  pass()
  autosave.change('b')
  expect(autosave.unsaved()).toEqual({ value: 'b' })
  autosave.leave()
  autosave.leave()
  expect(saves.map(({ value }) => value)).toEqual(['a', 'b'])
  save(0).done()
  save(1).done()
  await expect.poll(() => states.at(-1)).toBe('saved')
  expect(autosave.unsaved()).toBeNull()
})

test('an older save that fails after leaving does not come back over the newer one', async () => {
  const { autosave, saves, save, states, pass } = setUp()
  autosave.change('old')
  pass()
  autosave.change('new')
  autosave.leave()
  save(1).done()
  save(0).fail(new ApiError('database_busy', 'Wait.'))
  await expect.poll(() => states.at(-1)).toBe('saved')
  await autosave.flush()
  expect(saves.map(({ value }) => value)).toEqual(['old', 'new'])
})

test('what could not be saved on leaving is there when one comes back', async () => {
  const { autosave, saves, save, states, pass } = setUp()
  autosave.change('a')
  pass()
  autosave.change('b')
  autosave.leave()
  const first = autosave.flush()
  save(0).done()
  await first
  save(1).fail(new ApiError('unreachable', 'No.'))
  await expect.poll(() => states.at(-1)).toBe('failed')
  void autosave.flush()
  expect(saves.map(({ value }) => value)).toEqual(['a', 'b', 'b'])
})

test('leaving with nothing to save asks for nothing', () => {
  const { autosave, saves } = setUp()
  autosave.leave()
  expect(saves).toEqual([])
})
