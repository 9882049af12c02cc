import { describe, expect, test } from 'vitest'
import { ApiError } from '@/components/api/api-error'
import type { SessionItem, SessionPage } from '@/lib/schemas/session'
import { visibleSessions } from './session-list'
import type { SessionNews } from './session-news'
import { createSessionStore, type SessionApi } from './session-store'

const session = (id: string, title = id): SessionItem => ({
  id,
  title,
  pinned: false,
  source: 'page' as const,
  temporary: false,
  lastActiveAt: new Date(Date.UTC(2026, 0, 1, 0, id.charCodeAt(0))).toISOString(),
  answering: false,
  unread: false,
  revision: '2.0.1',
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
    listNewest: held('newest'),
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
  const news: SessionNews[] = []
  const store = createSessionStore(page, { api: server.api, announce: (each) => news.push(each) })
  const shown = () => visibleSessions(store.getSnapshot()).map(({ title }) => title)
  return { ...server, store, shown, news }
}

const newest = (sessions: SessionItem[], { next = null as string | null, tag = 't' } = {}) => ({
  page: { sessions, next },
  tag,
})

const busy = new ApiError('database_busy', 'Wait a moment.')

describe('refresh', () => {
  test('asks again when something changed from here meanwhile', async () => {
    const { store, call, calls, shown } = storeOf({ sessions: [session('a')], next: null })
    const refreshed = store.refresh()
    store.announce(session('b'))
    call(0).give(newest([session('a')]))
    await expect.poll(() => calls.length).toBe(2)
    expect(shown()).toEqual(['b', 'a'])
    call(1).give(newest([session('c'), session('b'), session('a')]))
    await refreshed
    expect(shown()).toEqual(['c', 'b', 'a'])
  })

  test('asked for while one is under way, runs once more, not beside it', async () => {
    const { store, call, calls } = storeOf({ sessions: [], next: null })
    const first = store.refresh()
    store.refresh()
    store.refresh()
    expect(calls).toHaveLength(1)
    call(0).give(newest([]))
    await expect.poll(() => calls.length).toBe(2)
    call(1).give(newest([]))
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

  test('asks with the tag of what it holds, and leaves a list that is still true', async () => {
    const { store, call, calls } = storeOf({ sessions: [], next: null })
    const first = store.refresh()
    call(0).give(newest([session('a')], { tag: 'one' }))
    await first
    const { sessions } = store.getSnapshot()
    const second = store.refresh()
    expect(calls[1]?.name).toBe('newest {"title":null,"source":null,"known":"one"}')
    call(1).give(null)
    expect(await second).toBe(true)
    expect(store.getSnapshot().sessions).toBe(sessions)
  })

  test('asks without the tag once the list was changed from here: the server may be where it was', async () => {
    const { store, call, calls } = storeOf({ sessions: [], next: null })
    const first = store.refresh()
    call(0).give(newest([session('a')], { tag: 'one' }))
    await first
    store.announce(session('a', 'Renamed elsewhere, and back'))
    const second = store.refresh()
    expect(calls[1]?.name).toBe('newest {"title":null,"source":null,"known":null}')
    call(1).give(newest([session('a')], { tag: 'one' }))
    await second
    expect(store.getSnapshot().sessions[0]?.title).toBe('a')
  })

  test('of one who only looks may fail once before it says so', async () => {
    const { store, call } = storeOf({ sessions: [session('a')], next: null })
    const first = store.look()
    call(0).fail(busy)
    expect(await first).toBe(false)
    expect(store.getSnapshot().failure).toBeNull()
    const second = store.look()
    call(1).fail(busy)
    await second
    expect(store.getSnapshot().failure).toBe('Wait a moment.')
    const third = store.look()
    call(2).give(newest([session('a')]))
    await third
    expect(store.getSnapshot().failure).toBeNull()
  })

  test('that goes deep brings what changed behind page one, however often it has to be asked for', async () => {
    const { store, call, calls, shown } = storeOf({ sessions: [session('c')], next: 'before-c' })
    const extended = store.extend()
    call(0).give({ sessions: [session('b'), session('a')], next: null })
    await extended
    const first = store.look({ deep: true })
    expect(calls[1]?.name).toBe('newest {"title":null,"source":null,"known":null,"limit":100}')
    call(1).fail(busy)
    await first
    const second = store.look()
    expect(calls[2]?.name).toBe('newest {"title":null,"source":null,"known":null,"limit":100}')
    call(2).give(newest([session('c'), session('b', 'renamed')]))
    await second
    expect(shown()).toEqual(['c', 'renamed'])
    const third = store.look()
    expect(calls[3]?.name).toBe('newest {"title":null,"source":null,"known":"t"}')
    call(3).give(null)
    await third
  })

  test('that goes deep where there is only page one asks for no more', async () => {
    const { store, call, calls } = storeOf({ sessions: [session('a')], next: 'before-a' })
    const looked = store.look({ deep: true })
    expect(calls[0]?.name).toBe('newest {"title":null,"source":null,"known":null}')
    call(0).give(newest([session('a')], { next: 'before-a' }))
    await looked
  })
})

test('a further page is asked for once, and not at all behind the last', async () => {
  const { store, call, calls, shown } = storeOf({ sessions: [session('b')], next: 'x' })
  const extended = store.extend()
  store.extend()
  expect(calls.map(({ name }) => name)).toEqual([
    'list {"cursor":"x","limit":100,"title":null,"source":null}',
  ])
  call(0).give({ sessions: [session('a')], next: null })
  await extended
  expect(shown()).toEqual(['b', 'a'])
  await store.extend()
  expect(calls).toHaveLength(1)
})

test('to be far down the list again takes few pages, none of them endless', async () => {
  const { store, call, calls } = storeOf({ sessions: [session('b')], next: 'x' })
  const there = store.extendTo(2_501)
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...session(`${from + i}`),
      lastActiveAt: new Date(Date.UTC(2025, 0, 1) - from - i).toISOString(),
    }))
  call(0).give({ sessions: page(0, 2_000), next: 'y' })
  await expect.poll(() => calls.length).toBe(2)
  call(1).give({ sessions: page(2_000, 500), next: 'z' })
  await there
  expect(calls.map(({ name }) => name)).toEqual([
    'list {"cursor":"x","limit":2000,"title":null,"source":null}',
    'list {"cursor":"y","limit":500,"title":null,"source":null}',
  ])
  expect(store.getSnapshot().sessions).toHaveLength(2_501)
})

test('ends on the way where a page fails', async () => {
  const { store, call, calls } = storeOf({ sessions: [session('b')], next: 'x' })
  const there = store.extendTo(500)
  call(0).fail(busy)
  await there
  expect(calls).toHaveLength(1)
  expect(store.getSnapshot().failure).toBe('Wait a moment.')
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

  test('what the server has confirmed is told to the other lists, and nothing before', async () => {
    const { store, call, news } = storeOf({ sessions: [session('b'), session('a')], next: null })
    const renamed = store.rename('a', 'New')
    const deleted = store.delete('b')
    expect(news).toEqual([])
    call(0).give(session('a', 'New'))
    await renamed
    call(1).give(undo)
    await deleted
    expect(news).toEqual([
      { kind: 'changed', session: session('a', 'New') },
      { kind: 'gone', sessionId: 'b' },
    ])
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
    call(2).give(newest([session('b')], { next: 'before-b' }))
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
    const { store, call, shown, news } = storeOf({ sessions: [session('b')], next: 'more' })
    const deleted = store.deleteAll()
    expect(shown()).toEqual(['b'])
    call(0).give(undo)
    await deleted
    expect(shown()).toEqual([])
    expect(news).toEqual([{ kind: 'allGone' }])
  })

  test('a clear fetches the title anew', async () => {
    const { store, call, calls, shown } = storeOf({ sessions: [session('a', 'From a message')], next: null })
    const cleared = store.clear('a')
    call(0).give(undo)
    await expect.poll(() => calls.length).toBe(2)
    call(1).give(newest([session('a', 'New chat')]))
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

describe('a list of one source', () => {
  const ofProgram = (id: string): SessionItem => ({ ...session(id), source: 'interface' })
  const listOfPrograms = () => {
    const server = heldApi()
    const news: SessionNews[] = []
    const store = createSessionStore(
      { sessions: [ofProgram('b')], next: 'further' },
      { api: server.api, announce: (each) => news.push(each), source: 'interface' },
    )
    const shown = () => visibleSessions(store.getSnapshot()).map(({ id }) => id)
    return { ...server, store, shown, news }
  }

  test('asks for it, on every page', async () => {
    const { store, calls, call } = listOfPrograms()
    const refreshed = store.refresh()
    call(0).give(newest([ofProgram('b')], { next: 'further' }))
    await refreshed
    void store.extend()
    expect(calls.map(({ name }) => name)).toEqual([
      'newest {"title":null,"source":"interface","known":null}',
      'list {"cursor":"further","limit":100,"title":null,"source":"interface"}',
    ])
  })

  test('hears news of its own sessions alone, and drops what is gone', () => {
    const { store, shown } = listOfPrograms()
    store.announce(session('c'))
    expect(shown()).toEqual(['b'])
    store.announce(ofProgram('d'))
    expect(shown()).toEqual(['d', 'b'])
    store.drop('b')
    expect(shown()).toEqual(['d'])
  })
})

describe('keeping a temporary session', () => {
  const temporary = { ...session('a', 'Temporary chat'), temporary: true }

  test('shows the name that it got, and tells it', async () => {
    const { store, calls, call, shown, news } = storeOf({ sessions: [temporary], next: null })
    const kept = store.keep('a')
    expect(calls[0]?.name).toBe('update "a" {"temporary":false}')
    call(0).give(session('a', 'A plan'))
    await kept
    expect(shown()).toEqual(['A plan'])
    expect(news).toEqual([{ kind: 'changed', session: session('a', 'A plan') }])
  })

  test('that fails leaves it as it was', async () => {
    const { store, call, shown, news } = storeOf({ sessions: [temporary], next: null })
    const kept = store.keep('a')
    call(0).fail(busy)
    await expect(kept).rejects.toThrow('Wait a moment.')
    expect(shown()).toEqual(['Temporary chat'])
    expect(news).toEqual([])
  })
})
