import { describe, expect, test } from 'vitest'
import { ApiError } from '@/components/api/api-error'
import { delta, end, half, hello, message, start, storeOf, two, view, writing } from './testing/held-thread'

describe('a turn', () => {
  test('is sent, stored, written and ended', async () => {
    const { store, call, texts, stage, news } = storeOf(two)
    const sent = store.send(hello)
    expect(stage()).toBe('sending')
    const first = await call('send', 0)
    expect(first.asked).toEqual([
      { action: 'send', sessionId: 's', message: hello, model: null, instructions: null },
    ])
    first.give(start())
    await sent
    expect(stage()).toBe('writing')
    ;(await call('send', 1)).give(delta(0, 'Yes'))
    await expect.poll(texts).toEqual(['Text 1', 'Text 2', 'Text 3', 'Yes'])
    ;(await call('send', 2)).give(end)
    await expect.poll(stage).toBe(null)
    expect(texts().at(-1)).toBe('Text 4')
    expect(news).toEqual(['started', 'ended'])
  })

  test('that is refused leaves the thread as it was', async () => {
    const { store, call, count, stage, texts } = storeOf(two)
    const refused = new ApiError('database_busy', 'No.')
    const sent = store.send(hello)
    ;(await call('send', 0)).fail(refused)
    await expect(sent).rejects.toBe(refused)
    expect(stage()).toBe(null)
    expect(texts()).toEqual(['Text 1', 'Text 2'])
    expect(count('thread')).toBe(0)
  })

  test('refused for another window’s answer: that one is shown and followed', async () => {
    const { store, call, stage } = storeOf(two)
    const sent = store.send(hello)
    ;(await call('send', 0)).fail(new ApiError('session_busy', 'Wait.'))
    ;(await call('thread', 0)).give(
      view([message(1), message(2), message(3), writing(4, 'ab')], { runId: 'q' }),
    )
    // Told only now, when that answer is on the page.
    await expect(sent).rejects.toThrow('Wait.')
    expect((await call('follow', 0)).asked).toEqual(['q', { part: 0, offset: 2 }])
    expect(stage()).toBe('writing')
  })

  test('that joined what an earlier try began has the message read', async () => {
    const { store, call, texts } = storeOf(two)
    const sent = store.send(hello)
    ;(await call('send', 0)).give(start(null))
    await sent
    ;(await call('thread', 0)).give(view([message(1), message(2), message(3), writing(4)], { runId: 'r' }))
    await expect.poll(texts).toEqual(['Text 1', 'Text 2', 'Text 3', ''])
  })

  test('begins a conversation with what was chosen before', async () => {
    const { store, call, stage } = storeOf(null)
    await store.choose({ model: 'm' })
    expect(store.getSnapshot().choices).toEqual({ model: 'm', instructions: null })
    const created: boolean[] = []
    store.onRunNews((news) => news.kind === 'started' && created.push(news.created))
    const sent = store.send(hello)
    const first = await call('send', 0)
    expect(first.asked).toMatchObject([{ sessionId: null, model: 'm' }])
    first.give(start())
    await sent
    expect(created).toEqual([true])
    expect(stage()).toBe('writing')
  })

  test('begins a temporary conversation where that was chosen, and says it of no other', async () => {
    const { store, call } = storeOf(null)
    store.beTemporary(true)
    expect(store.getSnapshot().temporary).toBe(true)
    const sent = store.send(hello)
    const first = await call('send', 0)
    expect(first.asked).toMatchObject([{ sessionId: null, temporary: true }])
    first.give(start())
    await sent
    // What the server made of it counts.
    expect(store.getSnapshot().temporary).toBe(false)
    void store.send(hello).catch(() => undefined)
    const [second] = (await call('send', 2)).asked
    expect(second).toMatchObject({ sessionId: 's' })
    expect(second).not.toHaveProperty('temporary')
  })

  test('a second one beside it is refused', async () => {
    const { store, count, stage } = storeOf(two)
    void store.send(hello).catch(() => undefined)
    await expect(store.answerAgain('regenerate', 'm2')).rejects.toMatchObject({ code: 'session_busy' })
    expect(count('send')).toBe(1)
    expect(stage()).toBe('sending')
  })

  test('a new answer takes the place of the old one', async () => {
    const { store, call, texts } = storeOf(two)
    const asked = store.answerAgain('regenerate', 'm2')
    const first = await call('send', 0)
    expect(first.asked).toEqual([{ action: 'regenerate', sessionId: 's', answerId: 'm2' }])
    first.give(start(null))
    await asked
    expect(texts()).toEqual(['Text 1', ''])
  })
})

describe('a run that is under way', () => {
  test('is followed from what is here, to its end', async () => {
    const { call, texts, stage } = storeOf(half)
    const first = await call('follow', 0)
    expect(first.asked).toEqual(['q', { part: 0, offset: 2 }])
    first.give(delta(2, 'xt'))
    await expect.poll(texts).toEqual(['Text 1', 'Text'])
    ;(await call('follow', 1)).give({ type: 'end', answer: message(2) })
    await expect.poll(stage).toBe(null)
  })

  test('that cannot be read any further: the thread is read anew', async () => {
    const { call, texts, news } = storeOf(half)
    ;(await call('follow', 0)).fail(new ApiError('run_not_found', 'Gone.'))
    ;(await call('thread', 0)).give(two)
    await expect.poll(texts).toEqual(['Text 1', 'Text 2'])
    expect(news).toEqual(['lost'])
  })

  test('tells a stop at once, and takes it back when the server was not told', async () => {
    const { store, call } = storeOf(half)
    const stopped = store.stop()
    expect(store.getSnapshot().run?.stopping).toBe(true)
    ;(await call('stop', 0)).fail(new ApiError('unreachable', 'No.'))
    await expect(stopped).rejects.toThrow('No.')
    expect(store.getSnapshot().run?.stopping).toBe(false)
  })
})

describe('reading the thread anew', () => {
  test('a newer reading ends the older one', async () => {
    const { store, call, texts } = storeOf(two)
    void store.refresh()
    const older = await call('thread', 0)
    void store.refresh()
    expect(older.signal?.aborted).toBe(true)
    ;(await call('thread', 1)).give(view([message(1)]))
    await expect.poll(texts).toEqual(['Text 1'])
  })

  test('never overtakes a message: asked again when that is stored', async () => {
    const { store, call, count, texts } = storeOf(two)
    void store.refresh()
    const older = await call('thread', 0)
    const sent = store.send(hello)
    expect(older.signal?.aborted).toBe(true)
    await store.refresh()
    expect(count('thread')).toBe(1)
    ;(await call('send', 0)).give(start())
    await sent
    expect(texts()).toEqual(['Text 1', 'Text 2', 'Text 3', ''])
    ;(await call('thread', 1)).give(view([message(2), message(3), writing(4)], { runId: 'r' }))
    await expect.poll(texts).toEqual(['Text 2', 'Text 3', ''])
    expect(count('follow')).toBe(0)
  })

  test('one that the end of the answer overtakes is asked again', async () => {
    const { store, call, texts, count } = storeOf(half)
    void store.refresh()
    const older = await call('thread', 0)
    ;(await call('follow', 0)).give({ type: 'end', answer: message(2) })
    const newer = await call('thread', 1)
    expect(older.signal?.aborted).toBe(true)
    newer.give(two)
    await expect.poll(texts).toEqual(['Text 1', 'Text 2'])
    expect(count('follow')).toBe(1)
  })

  test('a failure leaves what is shown', async () => {
    const { store, call, texts } = storeOf(two)
    const refreshed = store.refresh()
    ;(await call('thread', 0)).fail(new ApiError('database_busy', 'Wait.'))
    await refreshed
    expect(texts()).toEqual(['Text 1', 'Text 2'])
  })
})

test('a run is known as begun here only where this page began it', async () => {
  expect(storeOf(half).store.getSnapshot().run?.begunHere).toBe(false)
  const { store, call } = storeOf(two)
  const sent = store.send(hello)
  ;(await call('send', 0)).give(start())
  await sent
  expect(store.getSnapshot().run).toMatchObject({ stage: 'writing', begunHere: true })
})

test('earlier messages that come after a clear are left', async () => {
  const { store, call, texts } = storeOf(view([message(3)], { earlier: true }))
  const loaded = store.loadEarlier(() => undefined)
  void store.refresh()
  ;(await call('thread', 0)).give(view([]))
  await expect.poll(texts).toEqual([])
  ;(await call('messages', 0)).give({ messages: [message(1), message(2)], earlier: false })
  await loaded
  expect(texts()).toEqual([])
})

describe('closing', () => {
  test('ends all reading, and says so to a message that was not stored', async () => {
    const { store, call, close, stage } = storeOf(two)
    const sent = store.send(hello)
    const { signal } = await call('send', 0)
    close()
    expect(signal?.aborted).toBe(true)
    await expect(sent).rejects.toMatchObject({ code: 'unreachable' })
    expect(stage()).toBe(null)
  })

  test('ends a reading of the thread', async () => {
    const { store, call, close, texts } = storeOf(two)
    const refreshed = store.refresh()
    const { signal } = await call('thread', 0)
    close()
    expect(signal?.aborted).toBe(true)
    await refreshed
    expect(texts()).toEqual(['Text 1', 'Text 2'])
  })

  test('opened again, it goes on behind the last word, shown or not', async () => {
    const { store, call, close, texts, news } = storeOf(half, { held: true })
    ;(await call('follow', 0)).give(delta(2, 'x'))
    await call('follow', 1)
    close()
    store.open()
    const again = await call('follow', 2)
    expect(again.asked).toEqual(['q', { part: 0, offset: 3 }])
    expect(texts()).toEqual(['Text 1', 'Tex'])
    expect(news).toEqual([])
  })
})
