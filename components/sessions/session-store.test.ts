import { describe, expect, test } from 'vitest'
import { ApiError } from '@/components/api/api-error'
import type { SessionItem, SessionPage } from '@/lib/schemas/session'
import { visibleSessions } from './session-list'
import { createSessionStore, type SessionApi } from './session-store'

const session = (id: string, title = id): SessionItem => ({
  id,
  title,
  pinned: false,
  lastActiveAt: new Date(Date.UTC(2026, 0, 1, 0, id.charCodeAt(0))).toISOString(),
  answering: false,
  unread: false,
})

const undo = {
  purgeId: 'p',
  until: '2026-11-30T12:00:30.000Z',
  counts: { sessions: 1, messages: 2, maps: 1, prompts: 0 },
}

/** A server whose every answer waits until the test gives it. */
function heldApi() {
  const calls: { name: string; give(value: unknown): void; fail(error: Error): void }[] = []
  const held =
    (name: string) =>
    (...args: unknown[]): Promise<never> =>
      new Promise((resolve, reject) => {
        calls.push({
          name: [name, ...args.map((arg) => JSON.stringify(arg))].join(' '),
          give: resolve as (value: unknown) => void,
          fail: reject,
        })
      })
  const api: SessionApi = {
    listSessions: held('list'),
    updateSession: held('update'),
    deleteSession: held('delete'),
    deleteAllSessions: held('deleteAll'),
    clearSession: held('clear'),
    undoForget: held('undo'),
  }
  const call = (index: number) => {
    const found = calls[index]
    if (!found) throw new Error(`Call ${index} was not made.`)
    return found
  }
  return { api, calls, call }
}

function storeOf(page: SessionPage) {
  const server = heldApi()
  const store = createSessionStore(page, server.api)
  const shown = () => visibleSessions(store.getSnapshot()).map(({ title }) => title)
  return { ...server, store, shown }
}

const busy = new ApiError('database_busy', 'Wait a moment.')

describe('refresh', () => {
  test('asks again when something changed from here meanwhile', async () => {
    const { store, call, calls, shown } = storeOf({ sessions: [session('a')], next: null })
    const refreshed = store.refresh()
    store.announce(session('b'))
    call(0).give({ sessions: [session('a')], next: null })
    await expect.poll(() => calls.length).toBe(2)
    expect(shown()).toEqual(['b', 'a'])
    call(1).give({ sessions: [session('c'), session('b'), session('a')], next: null })
    await refreshed
    expect(shown()).toEqual(['c', 'b', 'a'])
  })

  test('asked for while one is under way, runs once more, not beside it', async () => {
    const { store, call, calls } = storeOf({ sessions: [], next: null })
    const first = store.refresh()
    store.refresh()
    store.refresh()
    expect(calls).toHaveLength(1)
    call(0).give({ sessions: [], next: null })
    await expect.poll(() => calls.length).toBe(2)
    call(1).give({ sessions: [], next: null })
    await first
    expect(calls).toHaveLength(2)
  })

  test('that fails says so and leaves the list', async () => {
    const { store, call, shown } = storeOf({ sessions: [session('a')], next: null })
    const refreshed = store.refresh()
    call(0).fail(busy)
    await refreshed
    expect(store.getSnapshot().failure).toBe('Wait a moment.')
    expect(shown()).toEqual(['a'])
  })
})

test('a further page is asked for once, and not at all behind the last', async () => {
  const { store, call, calls, shown } = storeOf({ sessions: [session('b')], next: 'x' })
  const extended = store.extend()
  store.extend()
  expect(calls.map(({ name }) => name)).toEqual(['list {"cursor":"x"}'])
  call(0).give({ sessions: [session('a')], next: null })
  await extended
  expect(shown()).toEqual(['b', 'a'])
  await store.extend()
  expect(calls).toHaveLength(1)
})

describe('what the reader asks for', () => {
  test('a rename shows before the server knows, and is taken back when it fails', async () => {
    const { store, call, shown } = storeOf({ sessions: [session('a', 'Old')], next: null })
    const renamed = store.rename('a', 'New')
    expect(shown()).toEqual(['New'])
    call(0).fail(busy)
    await expect(renamed).rejects.toBe(busy)
    expect(shown()).toEqual(['Old'])
  })

  test('a delete likewise', async () => {
    const { store, call, shown } = storeOf({ sessions: [session('b'), session('a')], next: null })
    const deleted = store.delete('b')
    expect(shown()).toEqual(['a'])
    call(0).fail(busy)
    await expect(deleted).rejects.toBe(busy)
    expect(shown()).toEqual(['b', 'a'])
  })

  test('a delete, undone: the session is back even where page one does not reach', async () => {
    const { store, call, shown } = storeOf({ sessions: [session('b'), session('a')], next: 'more' })
    const deleted = store.delete('a')
    call(0).give(undo)
    expect(await deleted).toBe(undo)
    const undone = store.undo('p', session('a'))
    call(1).give(undefined)
    await expect.poll(shown).toEqual(['b', 'a'])
    call(2).give({ sessions: [session('b')], next: 'before-b' })
    await undone
    expect(shown()).toEqual(['b', 'a'])
  })

  test('an undo that comes too late leaves the session gone', async () => {
    const { store, call, shown } = storeOf({ sessions: [session('b')], next: null })
    const late = new ApiError('undo_expired', 'Too late.')
    const undone = store.undo('p', session('a'))
    call(0).fail(late)
    await expect(undone).rejects.toBe(late)
    expect(shown()).toEqual(['b'])
  })

  test('all deleted: the list is empty only once the server says so', async () => {
    const { store, call, shown } = storeOf({ sessions: [session('b')], next: 'more' })
    const deleted = store.deleteAll()
    expect(shown()).toEqual(['b'])
    call(0).give(undo)
    await deleted
    expect(shown()).toEqual([])
  })

  test('a clear fetches the title anew', async () => {
    const { store, call, calls, shown } = storeOf({ sessions: [session('a', 'From a message')], next: null })
    const cleared = store.clear('a')
    call(0).give(undo)
    await expect.poll(() => calls.length).toBe(2)
    call(1).give({ sessions: [session('a', 'New chat')], next: null })
    await cleared
    expect(shown()).toEqual(['New chat'])
  })
})

test('listeners hear of changes until they leave', () => {
  const { store } = storeOf({ sessions: [], next: null })
  let heard = 0
  const leave = store.subscribe(() => {
    heard += 1
  })
  store.announce(session('a'))
  leave()
  store.announce(session('b'))
  expect(heard).toBe(1)
})
