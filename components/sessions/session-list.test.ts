import { describe, expect, test } from 'vitest'
import type { SessionItem } from '@/lib/schemas/session'
import {
  listOf,
  reduceSessionList,
  type SessionList,
  type SessionListAction,
  visibleSessions,
} from './session-list'

const session = (id: string, minute: number, more: Partial<SessionItem> = {}): SessionItem => ({
  id,
  title: `Title ${id}`,
  pinned: false,
  source: 'page' as const,
  temporary: false,
  lastActiveAt: new Date(Date.UTC(2026, 10, 30, 12, minute)).toISOString(),
  answering: false,
  unread: false,
  revision: '2.0.1',
  ...more,
})

const ids = (list: SessionList) => visibleSessions(list).map(({ id }) => id)
const titles = (list: SessionList) => visibleSessions(list).map(({ title }) => title)
const reduce = (list: SessionList, ...actions: SessionListAction[]) => actions.reduce(reduceSessionList, list)
const list = listOf({ sessions: [session('c', 30), session('b', 20), session('a', 10)], next: 'before-a' })

const refresh = (at: SessionList, sessions: SessionItem[], next: string | null): SessionListAction => ({
  type: 'refreshed',
  page: { sessions, next },
  revision: at.revision,
})

describe('a refresh of page one', () => {
  test('brings new sessions and moved ones, keeps what is older and where to go on', () => {
    const next = reduce(
      list,
      refresh(list, [session('d', 50), session('b', 40), session('c', 30)], 'before-c'),
    )
    expect(ids(next)).toEqual(['d', 'b', 'c', 'a'])
    expect(next.next).toBe('before-a')
  })

  test('drops what was deleted elsewhere, within its reach only', () => {
    const next = reduce(list, refresh(list, [session('c', 30), session('a', 10)], 'before-a'))
    expect(ids(next)).toEqual(['c', 'a'])
    expect(ids(reduce(list, refresh(list, [session('c', 30)], 'before-c')))).toEqual(['c', 'b', 'a'])
  })

  test('that is the whole list replaces all', () => {
    const next = reduce(list, refresh(list, [session('c', 30)], null))
    expect(ids(next)).toEqual(['c'])
    expect(next.next).toBeNull()
    expect(ids(reduce(list, refresh(list, [], null)))).toEqual([])
  })

  test('wholly newer than what was known starts over: there may be a gap', () => {
    const next = reduce(list, refresh(list, [session('f', 50), session('e', 45)], 'before-e'))
    expect(ids(next)).toEqual(['f', 'e'])
    expect(next.next).toBe('before-e')
  })

  test('of a list that was complete leaves it complete', () => {
    const complete = listOf({ sessions: [session('b', 20), session('a', 10)], next: null })
    const next = reduce(complete, refresh(complete, [session('c', 30), session('b', 20)], 'before-b'))
    expect(ids(next)).toEqual(['c', 'b', 'a'])
    expect(next.next).toBeNull()
  })

  test('that brings nothing new leaves the very same list', () => {
    const same = list.sessions.slice(0, 2).map((each) => ({ ...each }))
    expect(reduce(list, refresh(list, same, 'before-b'))).toBe(list)
  })

  test('takes over a row whose messages alone have become others', () => {
    const next = reduce(list, refresh(list, [session('c', 30, { revision: '3.0.1' })], 'before-c'))
    expect(next.sessions[0]?.revision).toBe('3.0.1')
  })

  test('keeps every row that says the same as the object that it was', () => {
    const next = reduce(list, refresh(list, [session('d', 50), session('c', 30)], 'before-c'))
    expect(next.sessions[1]).toBe(list.sessions[0])
  })

  test('that ends among sessions of one moment keeps those behind its end', () => {
    const at = listOf({ sessions: [session('a', 1), session('b', 1), session('c', 1)], next: 'x' })
    expect(ids(reduce(at, refresh(at, [session('z', 2), session('a', 1)], 'y')))).toEqual([
      'z',
      'a',
      'b',
      'c',
    ])
  })

  test('asked for before a change from here is not believed', () => {
    const late = refresh(list, [session('c', 30)], null)
    const next = reduce(list, { type: 'announced', session: session('d', 50) }, late)
    expect(ids(next)).toEqual(['d', 'c', 'b', 'a'])
  })
})

describe('a further page', () => {
  const older: SessionListAction = {
    type: 'extended',
    page: { sessions: [session('z', 5)], next: null },
    cursor: 'before-a',
  }
  test('joins at the end, once', () => {
    const next = reduce(list, older, older)
    expect(ids(next)).toEqual(['c', 'b', 'a', 'z'])
    expect(next.next).toBeNull()
  })

  test('behind a cursor that is no longer ours is left', () => {
    expect(reduce(list, { ...older, cursor: 'elsewhere' })).toBe(list)
  })

  test('with a session that has moved up meanwhile does not show it twice', () => {
    const next = reduce(list, {
      type: 'extended',
      page: { sessions: [session('c', 1)], next: null },
      cursor: 'before-a',
    })
    expect(ids(next)).toEqual(['c', 'b', 'a'])
  })
})

test('an announced session moves up, with its new marks', () => {
  const next = reduce(list, { type: 'announced', session: session('a', 55, { answering: true }) })
  expect(ids(next)).toEqual(['a', 'c', 'b'])
  expect(visibleSessions(next)[0]?.answering).toBe(true)
})

describe('a rename', () => {
  const renaming: SessionListAction = { type: 'renaming', id: 'b', title: 'New' }

  test('shows at once, and stays when confirmed', () => {
    expect(titles(reduce(list, renaming))).toEqual(['Title c', 'New', 'Title a'])
    expect(titles(reduce(list, renaming, { type: 'renamed', id: 'b', title: 'New' }))[1]).toBe('New')
  })

  test('that failed is taken back', () => {
    expect(titles(reduce(list, renaming, { type: 'renameFailed', id: 'b', title: 'New' }))[1]).toBe('Title b')
  })

  test('survives a refresh that does not know it yet', () => {
    const during = reduce(list, renaming)
    expect(titles(reduce(during, refresh(during, [...list.sessions], 'before-a')))[1]).toBe('New')
  })

  test('is not undone by the end of an earlier one', () => {
    const second: SessionListAction = { type: 'renaming', id: 'b', title: 'Newer' }
    expect(titles(reduce(list, renaming, second, { type: 'renamed', id: 'b', title: 'New' }))[1]).toBe(
      'Newer',
    )
    expect(titles(reduce(list, renaming, second, { type: 'renameFailed', id: 'b', title: 'New' }))[1]).toBe(
      'Newer',
    )
  })
})

describe('a delete', () => {
  const hiding: SessionListAction = { type: 'hiding', id: 'b' }

  test('hides at once, also through a refresh that still has it', () => {
    const during = reduce(list, hiding)
    expect(ids(during)).toEqual(['c', 'a'])
    expect(ids(reduce(during, refresh(during, [...list.sessions], 'before-a')))).toEqual(['c', 'a'])
  })

  test('that failed brings the session back to its place', () => {
    expect(ids(reduce(list, hiding, { type: 'hideFailed', id: 'b' }))).toEqual(['c', 'b', 'a'])
  })

  test('that was confirmed and undone brings it back when it is announced', () => {
    const next = reduce(list, hiding, { type: 'deleted', id: 'b' })
    expect(ids(next)).toEqual(['c', 'a'])
    expect(ids(reduce(next, { type: 'announced', session: session('b', 20) }))).toEqual(['c', 'b', 'a'])
  })

  test('of all leaves nothing to ask for', () => {
    const next = reduce(list, hiding, { type: 'allDeleted' })
    expect(ids(next)).toEqual([])
    expect(next.next).toBeNull()
  })
})

test('a failure to load stands until a load succeeds', () => {
  const failed = reduce(list, { type: 'loadFailed', message: 'No server.' })
  expect(failed.failure).toBe('No server.')
  expect(ids(failed)).toEqual(['c', 'b', 'a'])
  expect(reduce(failed, refresh(failed, [], null)).failure).toBeNull()
  expect(
    reduce(failed, { type: 'extended', page: { sessions: [], next: null }, cursor: 'before-a' }).failure,
  ).toBeNull()
})

test('what is new on top of ten thousand sessions is not compared with all of them', () => {
  let looks = 0
  const counted = (index: number) => {
    const item = session(`${index}`, 0)
    const time = new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString()
    return Object.defineProperty(item, 'lastActiveAt', {
      enumerable: true,
      get: () => {
        looks += 1
        return time
      },
    })
  }
  const many = listOf({ sessions: Array.from({ length: 10_000 }, (_, i) => counted(i)), next: null })
  const next = reduce(many, { type: 'announced', session: session('0', 30) })
  expect(next.sessions).toHaveLength(10_000)
  expect(looks).toBeLessThan(10)
})
