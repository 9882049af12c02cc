import { describe, expect, test } from 'vitest'
import { ApiError } from '@/components/api/api-error'
import { sampleSession } from '@/lib/schemas/testing/sample-views'
import { hello, message, storeOf, two, view } from './testing/held-thread'

describe('a conversation that was deleted elsewhere', () => {
  const notFound = new ApiError('session_not_found', 'There is no such conversation.')

  test('is gone when it is read anew, told once, and stays readable; found again, it is back', async () => {
    const { store, call, texts, news } = storeOf(two)
    void store.refresh()
    ;(await call('thread', 0)).fail(notFound)
    await expect.poll(() => store.getSnapshot().gone).toBe(true)
    expect(texts()).toEqual(['Text 1', 'Text 2'])
    const again = store.refresh()
    ;(await call('thread', 1)).fail(notFound)
    await again
    expect(news).toEqual(['gone'])
    void store.refresh()
    ;(await call('thread', 2)).give(two)
    await expect.poll(() => store.getSnapshot().gone).toBe(false)
  })

  test.each<[string, string, (store: ReturnType<typeof storeOf>['store']) => Promise<void>]>([
    ['a message', 'send', (store) => store.send(hello)],
    ['another answer', 'send', (store) => store.answerAgain('regenerate', 'm2')],
    ['earlier messages', 'messages', (store) => store.loadEarlier(() => undefined)],
    ['another model', 'update', (store) => store.choose({ model: 'm' })],
  ])('is known as gone before %s is refused', async (_, name, ask) => {
    const { store, call } = storeOf(two)
    const asked = ask(store)
    ;(await call(name, 0)).fail(notFound)
    ;(await call('thread', 0)).fail(notFound)
    await expect(asked).rejects.toBe(notFound)
    expect(store.getSnapshot()).toMatchObject({ gone: true, run: null })
  })

  test('is not gone when what was asked of it fails for a clear', async () => {
    const { store, call, texts } = storeOf(two)
    const sent = store.send(hello)
    ;(await call('send', 0)).fail(notFound)
    ;(await call('thread', 0)).give(view([]))
    await expect(sent).rejects.toBe(notFound)
    expect(store.getSnapshot().gone).toBe(false)
    expect(texts()).toEqual([])
  })
})

describe('a temporary conversation', () => {
  const temporary = () => view([message(1), message(2)], { session: sampleSession({ temporary: true }) })

  test('is one until it is kept', async () => {
    const { store, call } = storeOf(temporary())
    expect(store.getSnapshot().temporary).toBe(true)
    const kept = store.keep()
    const asked = await call('update', 0)
    expect(asked.asked).toEqual(['s', { temporary: false }])
    asked.give(sampleSession({ title: 'A plan' }))
    await kept
    expect(store.getSnapshot()).toMatchObject({ temporary: false, session: { title: 'A plan' } })
  })

  test('that has ended when it is to be kept is gone', async () => {
    const { store, call } = storeOf(temporary())
    const kept = store.keep()
    const ended = new ApiError('session_not_found', 'There is no such conversation.', { status: 404 })
    ;(await call('update', 0)).fail(ended)
    ;(await call('thread', 0)).fail(ended)
    await expect(kept).rejects.toBe(ended)
    expect(store.getSnapshot()).toMatchObject({ gone: true, temporary: true })
  })
})
