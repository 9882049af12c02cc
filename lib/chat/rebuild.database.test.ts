import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { promptsOf } from '../../e2e/support/prompts.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { type ChatEvent, chatEvent } from './testing/chat-events.ts'
import { eventfulChat } from './testing/eventful-chat.ts'
import { OWNER, useChat } from './testing/use-chat.ts'

/** Little, so that what is owed by a summary comes to its end as well. */
const WINDOW = 1_600

const MEMORY = { maxExchanges: null, maxTokens: 300, useSummary: true }

describe.each(DIALECTS)('what was sent is rebuilt on %s', (dialect) => {
  const db = useDatabase(dialect)
  const it = useChat(db, { window: WINDOW })

  async function begin() {
    it.upstream.reset()
    await db.now.settings.update(OWNER, { instructions: '', summaryPrompt: null, memory: MEMORY })
    return eventfulChat({ chat: it.chat, upstream: it.upstream, database: db.now })
  }
  const said = (words = 12): ChatEvent => ({ does: 'send', words, as: 'plain' })
  const told: ChatEvent = { does: 'fold', as: 'well' }
  const times = (count: number, ...events: ChatEvent[]) => Array.from({ length: count }, () => events).flat()
  const lastPrompt = () =>
    promptsOf(it.upstream.requests)
      .at(-1)
      ?.map(({ content }) => content) ?? []
  const asked = () => it.upstream.summaries.requests.map(({ body }) => JSON.stringify(body))

  test('after whatever came in whatever order, and every message is sent, told or left out, once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chatEvent, { minLength: 30, maxLength: 80, size: 'max' }), async (events) => {
        const chat = await begin()
        await chat.through(events)
        await chat.heldToTheEnd(await db.another())
        await chat.close()
      }),
      { numRuns: 6, endOnFailure: true },
    )
  }, 200_000)

  test('Summarising: the error text of a failed call is no summary, and nothing is dropped for it', async () => {
    const chat = await begin()
    await chat.through(times(8, said()))
    const message = 'Out of order.'
    it.upstream.scriptSummaries({ status: 400, message }, { text: 'Said so far.', errorAfter: 2, message })
    await chat.through([...times(2, told), said()])
    expect(await chat.versions()).toEqual([])
    expect(asked()).toHaveLength(2)
    expect(lastPrompt().join()).not.toContain(message)
    expect(lastPrompt()).toHaveLength(17)
    await chat.close()
  })

  test('Summarising: where one exchange went while it was written, and as long a one came back, it is not kept', async () => {
    const chat = await begin()
    const forgets: ChatEvent = { does: 'forget', place: 2, what: 'exchange' }
    const meanwhile: ChatEvent[] = [forgets, { does: 'undo', place: 0 }]
    await chat.through([...times(9, said()), forgets, { does: 'fold', as: 'held' }, ...meanwhile])
    expect(asked()).toHaveLength(1)
    expect(await chat.versions()).toEqual([])
    await chat.close()
  })

  test('Summarising: it is stored and gone on from: no message is paid for twice, and not every turn has one written', async () => {
    const chat = await begin()
    const roomier: ChatEvent = { does: 'remember', memory: { maxTokens: 1_200 }, whose: 'owner' }
    await chat.through([said(), roomier, ...times(29, said(), told)])
    const names = Array.from({ length: 15 }, (_, index) => [`> q${index + 1}. `, `> a${index + 1}. `]).flat()
    const shown = names.map((name) => asked().filter((body) => body.includes(`\\n${name}`)).length)
    expect(shown.filter((times) => times !== 1)).toEqual([])
    expect(asked().length).toBeGreaterThan(2)
    expect(asked().length).toBeLessThan(12)
    await chat.close()
  })

  test('Summarising: names are still told when a summary was made of a summary many times', async () => {
    const chat = await begin()
    await chat.through(times(20, said(), told))
    expect(asked().length).toBeGreaterThan(3)
    expect(lastPrompt()[0]).toContain('> In short: q1. ')
    await chat.close()
  })

  test('Summarising: a long question is not told before its answer is there, which would stand without it', async () => {
    const chat = await begin()
    await chat.through([...times(5, said(20)), { does: 'send', words: 200, as: 'slow' }, said(), said()])
    expect(asked().length).toBeGreaterThan(0)
    expect((await chat.versions())[0]?.toSeq).toBe(9)
    await chat.close()
  })

  test('Summarising: one of an answer that was written anew is not sent in its place', async () => {
    const chat = await begin()
    await chat.through([said(), said(300), told])
    const [newest] = await chat.versions()
    const last = (await chat.path()).at(-1)
    expect(newest).toMatchObject({ usable: true, toSeq: last?.seq })
    await chat.through([{ does: 'regenerate' }])
    expect((await chat.versions())[0]).toMatchObject({ usable: false, version: newest?.version })
    expect(lastPrompt()[0]).toContain('for the first 2 messages')
    await chat.close()
  })
})
