import { afterEach, expect, test } from 'vitest'
import { announce, onSessionNews, type SessionNews } from './session-news'

const session = {
  id: 'a',
  title: 'A',
  pinned: false,
  source: 'page' as const,
  temporary: false,
  lastActiveAt: '2026-11-30T12:00:00.000Z',
  answering: false,
  unread: false,
  revision: '2.0.1',
}

/** Another tab of the same browser. */
const tab = new BroadcastChannel('throughline:sessions')
const heard: SessionNews[] = []
const origins: string[] = []
const leave = onSessionNews((news, origin) => {
  heard.push(news)
  origins.push(origin)
})
afterEach(() => {
  heard.length = 0
  origins.length = 0
})

test('news of this page reach this page, and other tabs', async () => {
  const elsewhere = new Promise((resolve) => {
    tab.onmessage = ({ data }: MessageEvent) => resolve(data)
  })
  announce({ kind: 'changed', session })
  expect(heard).toEqual([{ kind: 'changed', session }])
  expect(origins).toEqual(['here'])
  expect(await elsewhere).toEqual({ kind: 'changed', session })
})

test('news of another tab are heard; what another version says and this one does not know is not', async () => {
  tab.postMessage({ kind: 'something new' })
  tab.postMessage({ kind: 'changed', session: { id: 'a' } })
  tab.postMessage({ kind: 'gone', sessionId: 'a' })
  await expect.poll(() => heard).toEqual([{ kind: 'gone', sessionId: 'a' }])
  expect(origins).toEqual(['elsewhere'])
})

test('who left hears nothing', () => {
  leave()
  announce({ kind: 'stale' })
  expect(heard).toEqual([])
})
