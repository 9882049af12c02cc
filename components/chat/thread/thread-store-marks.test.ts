import { describe, expect, test } from 'vitest'
import { ApiError } from '@/components/api/api-error'
import { storeOf, two } from './testing/held-thread'

describe('a mark', () => {
  const marks = ({ store }: ReturnType<typeof storeOf>) =>
    store.getSnapshot().messages.map(({ pinned, excluded }) => (pinned ? 'pin' : excluded ? 'out' : ''))
  const answer = (ids: string[], pinned: boolean, excluded = false) => ({
    messages: ids.map((id) => ({ id, pinned, excluded })),
  })
  const refused = new ApiError('database_busy', 'Wait.')

  test('shows at once on the whole exchange, and as the server says once it is stored', async () => {
    const page = storeOf(two)
    const marked = page.store.mark('m2', 'pinned')
    expect(marks(page)).toEqual(['pin', 'pin'])
    expect(page.store.getSnapshot().marks).toHaveLength(1)
    const call = await page.call('mark', 0)
    expect(call.asked).toEqual(['s', 'm2', 'pinned'])
    call.give(answer(['m2'], true))
    await marked
    expect(marks(page)).toEqual(['', 'pin'])
    expect(page.store.getSnapshot().marks).toEqual([])
  })

  test('that is refused is taken back, and leaves a later one', async () => {
    const page = storeOf(two)
    const first = page.store.mark('m1', 'pinned')
    const second = page.store.mark('m1', 'excluded')
    expect(marks(page)).toEqual(['out', 'out'])
    expect(page.count('mark')).toBeLessThan(2)
    ;(await page.call('mark', 0)).fail(refused)
    await expect(first).rejects.toBe(refused)
    expect(marks(page)).toEqual(['out', 'out'])
    ;(await page.call('mark', 1)).fail(refused)
    await expect(second).rejects.toBe(refused)
    expect(marks(page)).toEqual(['', ''])
  })

  test('outlasts a reading of the thread that was asked before it was stored', async () => {
    const page = storeOf(two)
    const marked = page.store.mark('m1', 'pinned')
    const refreshed = page.store.refresh()
    ;(await page.call('thread', 0)).give(two)
    await refreshed
    expect(marks(page)).toEqual(['pin', 'pin'])
    void page.store.refresh()
    const stale = await page.call('thread', 1)
    ;(await page.call('mark', 0)).give(answer(['m1', 'm2'], true))
    await marked
    expect(stale.signal?.aborted).toBe(true)
    expect(marks(page)).toEqual(['pin', 'pin'])
    await page.call('thread', 2)
  })
})
