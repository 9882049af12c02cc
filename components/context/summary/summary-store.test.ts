import { describe, expect, test } from 'vitest'
import { ApiError } from '@/components/api/api-error'
import type { SummaryList } from '@/lib/schemas/summary'
import { sampleSummary } from '@/lib/schemas/testing/sample-summary'
import { createSummaryStore, editableOf, newestOf, type SummaryApi } from './summary-store'

const v1 = sampleSummary({ version: 1 })
const v2 = sampleSummary({ version: 2 })
const v3 = sampleSummary({ version: 3 })
const listed = (versions: SummaryList['versions'], change: Partial<SummaryList> = {}): SummaryList => ({
  versions,
  writing: false,
  failure: null,
  ...change,
})

/** A store whose looks answer in turn, and whose pauses end by hand. */
function setup(answers: (SummaryList | ApiError)[], api: Partial<SummaryApi> = {}) {
  const pauses: (() => void)[] = []
  const asked: unknown[] = []
  const store = createSummaryStore({
    api: {
      async list() {
        const answer = answers.shift()
        if (!answer) throw new Error('one look too many')
        if (answer instanceof ApiError) throw answer
        return answer
      },
      ask: async (what) => void asked.push(what),
      edit: async () => v3,
      restore: async () => v3,
      ...api,
    },
    later(act) {
      pauses.push(act)
      return () => pauses.splice(pauses.indexOf(act), 1)
    },
  })
  const changed = () =>
    new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        stop()
        resolve()
      })
    })
  return { store, pauses, asked, answers, changed }
}

describe('look', () => {
  test('reads once where nothing is written', async () => {
    const { store, pauses, changed } = setup([listed([v1])])
    store.look()
    await changed()
    expect(store.getSnapshot()).toEqual({ list: listed([v1]), failure: null, asking: false, changes: 0 })
    expect(pauses).toEqual([])
  })

  test('goes on for as long as one is written; what comes of it is a change', async () => {
    const { store, pauses, changed } = setup([listed([v1], { writing: true }), listed([v2, v1])])
    store.look()
    await changed()
    expect(pauses).toHaveLength(1)
    pauses.shift()?.()
    await changed()
    expect(newestOf(store.getSnapshot())).toBe(v2)
    expect(store.getSnapshot().changes).toBe(1)
    expect(pauses).toEqual([])
  })

  test('a version that is used no more is a change', async () => {
    const { store, changed } = setup([listed([v1]), listed([{ ...v1, usable: false }]), listed([v1])])
    store.look()
    await changed()
    store.look()
    await changed()
    expect(store.getSnapshot().changes).toBe(1)
  })

  test('a failed look keeps what was read, and goes on while one is written', async () => {
    const lost = new ApiError('unreachable', 'No server.')
    const { store, pauses, changed } = setup([listed([v1], { writing: true }), lost, lost, listed([v1])])
    store.look()
    await changed()
    for (const _ of [1, 2]) {
      pauses.shift()?.()
      await changed()
      expect(store.getSnapshot()).toMatchObject({ failure: 'No server.', list: { versions: [v1] } })
    }
    pauses.shift()?.()
    await changed()
    expect(store.getSnapshot().failure).toBeNull()
    expect(pauses).toEqual([])
  })

  test('closed, it looks no more', async () => {
    const { store, pauses, changed } = setup([listed([v1], { writing: true })])
    store.look()
    await changed()
    store.close()
    expect(pauses).toEqual([])
  })
})

describe('ask', () => {
  test('says at once that one is written, and resolves with what came', async () => {
    const { store, pauses, asked, changed } = setup([
      listed([v1]),
      listed([v1], { writing: true }),
      listed([v2, v1]),
    ])
    store.look()
    await changed()
    const written = store.ask('rewrite')
    await changed()
    expect(store.getSnapshot().asking).toBe(false)
    await changed()
    expect(store.getSnapshot().list).toMatchObject({ writing: true, versions: [v1] })
    await changed()
    pauses.shift()?.()
    expect(await written).toBe(v2)
    expect(asked).toEqual(['rewrite'])
  })

  test('where it failed nothing came of it', async () => {
    const { store } = setup([listed([], { failure: 'The model refused.' })])
    expect(await store.ask('now')).toBeNull()
    expect(store.getSnapshot().list?.failure).toBe('The model refused.')
  })

  test('refused, nothing is written', async () => {
    const refusal = new ApiError('nothing_to_summarise', 'Too short.')
    const { store, changed } = setup([listed([])], { ask: () => Promise.reject(refusal) })
    store.look()
    await changed()
    const refused = store.ask('now')
    expect(store.getSnapshot().asking).toBe(true)
    await expect(refused).rejects.toBe(refusal)
    expect(store.getSnapshot().asking).toBe(false)
    expect(store.getSnapshot().list?.writing).toBe(false)
  })

  test('one who leaves waits no longer', async () => {
    const { store, changed } = setup([listed([], { writing: true })])
    const written = store.ask('now')
    await changed()
    await changed()
    store.close()
    expect(await written).toBeNull()
  })
})

test.each([
  ['edit', (store: ReturnType<typeof createSummaryStore>) => store.edit({ version: 2, text: 'x' })],
  ['restore', (store: ReturnType<typeof createSummaryStore>) => store.restore('s1')],
] as const)('an %s shows before the list is read again', async (_, act) => {
  const { store, changed, answers } = setup([listed([v2, v1])])
  store.look()
  await changed()
  answers.push(listed([v3, v2, v1]))
  expect(await act(store)).toBe(v3)
  expect(store.getSnapshot().list?.versions).toEqual([v3, v2, v1])
  expect(store.getSnapshot().changes).toBe(1)
})

test('an undo after its reader has left looks no more', async () => {
  const { store, changed, answers } = setup([listed([v2, v1], { writing: true })])
  store.look()
  await changed()
  store.close()
  answers.push(listed([]))
  expect(await store.restore('s1')).toBe(v3)
  expect(answers).toHaveLength(1)
})

test('one who leaves while it is asked for waits for nothing', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const { store } = setup([], { ask: () => asked })
  const written = store.ask('now')
  store.close()
  resolve()
  expect(await written).toBeNull()
})

test('an edit starts from the newest version that is used; from the newest where none is', () => {
  const unused = (version: typeof v1) => ({ ...version, usable: false })
  expect(editableOf(listed([unused(v3), v2, v1]))).toBe(v2)
  expect(editableOf(listed([unused(v3), unused(v2)]))?.version).toBe(3)
  expect(editableOf(listed([]))).toBeNull()
})
