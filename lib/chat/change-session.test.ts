import { expect, test } from 'vitest'
import { sampleSession } from '../schemas/testing/sample-views.ts'
import { createChangeSession } from './change-session.ts'

const NOW = new Date(0)

function setUp() {
  const done: unknown[] = []
  const change = createChangeSession({
    sessions: {
      update: async (...asked) => {
        done.push(['update', ...asked])
        return sampleSession({ title: 'Chosen' })
      },
      keep: async (owner, id, { titleOf, now }) => {
        done.push(['keep', owner, id, titleOf('A plan\nand more'), now])
        return sampleSession({ title: 'A plan' })
      },
    },
    clock: { now: () => NOW },
    remembering: {
      changeSession: async (owner, id, change) => {
        const session = await change()
        done.push(['remembered otherwise', owner, id])
        return session
      },
      kept: async (owner) => void done.push(['remembered', owner]),
    },
    onKeep: () => done.push('asked for a title'),
  })
  return { change, done }
}

const KEPT = [['keep', 'o', 's', 'A plan', NOW], 'asked for a title', ['remembered', 'o']]

test('keeping names by the first line of the first message, and lets the model be asked', async () => {
  const { change, done } = setUp()
  expect(await change('o', 's', { temporary: false })).toMatchObject({ title: 'A plan' })
  expect(done).toEqual(KEPT)
})

test('what else is chosen with it is chosen after it', async () => {
  const { change, done } = setUp()
  expect(await change('o', 's', { temporary: false, title: 'Chosen' })).toMatchObject({ title: 'Chosen' })
  expect(done).toEqual([...KEPT, ['update', 'o', 's', { title: 'Chosen' }]])
})

test('any other change keeps nothing', async () => {
  const { change, done } = setUp()
  await change('o', 's', { model: null })
  expect(done).toEqual([['update', 'o', 's', { model: null }]])
})

test('what is chosen of memory reaches the index', async () => {
  const { change, done } = setUp()
  await change('o', 's', { memory: null })
  expect(done).toEqual([
    ['update', 'o', 's', { memory: null }],
    ['remembered otherwise', 'o', 's'],
  ])
})
