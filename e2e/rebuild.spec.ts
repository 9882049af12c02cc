import { createRandom } from './soak/random.ts'
import { setSettings } from './support/api.ts'
import { type Conversation, conversation } from './support/conversation.ts'
import { ONE_PROCESS } from './support/one-process.ts'
import { expect, test } from './support/test.ts'

const FIRST_MEMORY = { maxExchanges: null, maxTokens: 600, useSummary: true }

const talk = async (it: Conversation, turns: number, tokens = 30) => {
  for (let turn = 0; turn < turns; turn += 1) await it.say(tokens)
}

test.describe('the context of every past turn is rebuilt, byte by byte as the model received it', () => {
  test.afterEach(async ({ app, upstream }) => {
    upstream.release()
    await setSettings(app.url, {
      instructions: '',
      summaryPrompt: null,
      memory: { maxExchanges: null, maxTokens: 8000, useSummary: true },
    })
  })

  test('with a summary, edits of it, ways back to earlier ones, and one that is written anew', async ({
    app,
    upstream,
  }) => {
    await setSettings(app.url, { memory: FIRST_MEMORY })
    const it = conversation(app, upstream)
    await talk(it, 12)
    const first = (await it.summaries()).versions
    expect(first.length).toBeGreaterThan(0)
    expect(it.turns.some(({ map }) => map.summary !== null)).toBe(true)

    const [newest] = first
    const words = `${newest?.text}\nMore: ünïcödé {count} {summary}\u2028> 👋🏽`
    const edited = await (await it.edit(newest?.version ?? 0, words)).json()
    expect((await it.say(10)).map.summary?.id).toBe(edited.id)
    await it.restore(newest?.id ?? '')
    const restored = await it.say(10)
    expect(restored.map.summary).toMatchObject({ toSeq: newest?.toSeq })
    expect(restored.map.summary?.version).toBeGreaterThan(edited.version)

    await setSettings(app.url, { summaryPrompt: 'In rhymes: {messages}' })
    expect((await it.ask('rewrite')).status).toBe(202)
    const [anew] = (await it.summaries()).versions
    expect(JSON.stringify(upstream.summaries.requests.at(-1)?.body)).toContain('In rhymes: ')
    expect((await it.say(10)).map.summary?.id).toBe(anew?.id)
    expect((await it.ask('now')).status).toBe(202)
    const [now] = (await it.summaries()).versions
    const last = await it.say(10)
    expect(last.map.summary?.id).toBe(now?.id)
    expect(last.map.segments.filter(({ kind }) => kind === 'message')).toHaveLength(3)
    await it.heldToTheEnd()
  })

  test('with exchanges pinned and excluded before and after a summary told them', async ({
    app,
    upstream,
  }) => {
    await setSettings(app.url, { memory: FIRST_MEMORY })
    const it = conversation(app, upstream)
    await talk(it, 3)
    await it.mark(0, 'excluded')
    await it.mark(3, 'pinned')
    await talk(it, 9)
    await it.summaries()
    const told = await it.say(10)
    expect(told.map.summary).not.toBeNull()

    await it.mark(4, 'pinned')
    await it.say(10)
    await it.mark(6, 'excluded')
    await it.say(10)
    await it.summaries()
    await it.say(10)
    await it.mark(3, 'excluded')
    await it.say(10)
    for (const place of [0, 3, 4, 6]) await it.mark(place, null)
    await it.say(10)
    await it.summaries()
    await talk(it, 4)
    await it.heldToTheEnd()
  })

  test('with a fresh start and its undo, answers that are written anew, and others that go on', async ({
    app,
    upstream,
  }) => {
    await setSettings(app.url, { instructions: 'Be brief. <|endoftext|>', memory: FIRST_MEMORY })
    const it = conversation(app, upstream)
    await talk(it, 10)
    await it.summaries()
    await it.say(30, { cutAfter: 1 })
    await it.goOn({ cutAfter: 1 })
    await it.goOn()
    await it.regenerate()
    await setSettings(app.url, { instructions: 'Be long.' })
    await it.regenerate()

    const { id } = await it.divide()
    const afresh = await it.say(30)
    expect(afresh.map.segments.map(({ kind }) => kind)).toEqual(['instructions', 'message'])
    await talk(it, 10)
    await it.summaries()
    await it.say(10)
    await it.join(id)
    await talk(it, 3)
    await it.change({ instructions: 'Of this one.', memory: { maxExchanges: 2 } })
    await talk(it, 3)
    await it.heldToTheEnd()
  })

  test('while it is written no turn waits for a summary', async ({ app, upstream }) => {
    await setSettings(app.url, { memory: FIRST_MEMORY })
    upstream.scriptSummaries({ holdAfter: 0 })
    const it = conversation(app, upstream)
    await it.say(30)
    const held = upstream.summaries.waitFor((request) => request.held)
    await talk(it, 14)
    const call = await held
    const owed = await it.say(30)
    expect(call).toMatchObject({ held: true, over: false })
    expect(owed.map).toMatchObject({ summary: null, owed: { fromSeq: 0 } })
    upstream.release()
    await it.summaries()
    expect((await it.say(30)).map.summary).not.toBeNull()
    await it.heldToTheEnd()
  })

  test(`through a long conversation in which all of it happens, and after a restart ${ONE_PROCESS}`, async ({
    launch,
    upstream,
  }) => {
    test.setTimeout(180_000)
    const app = await launch({ MODEL_WINDOW: '2000' })
    await setSettings(app.url, { memory: FIRST_MEMORY })
    const it = conversation(app, upstream)
    const random = createRandom(20_261_130)
    await talk(it, 6)
    for (let turn = 0; turn < 50; turn += 1) {
      await change(random.below(18))
      await it.say(random.below(40), random.below(9) === 0 ? { cutAfter: 1 } : {})
    }
    const withSummary = it.turns.filter(({ map }) => map.summary !== null).length
    expect(withSummary).toBeGreaterThan(10)
    expect(it.turns.length - withSummary).toBeGreaterThan(5)
    await app.stop()
    await it.heldToTheEnd(await launch())

    async function change(what: number) {
      const own = { maxTokens: random.pick([300, 500, null]), maxExchanges: random.pick([null, null, 3]) }
      switch (what) {
        case 0:
          return void (await it.regenerate())
        case 1:
          return it.mark(random.below(8), random.pick(['pinned', 'excluded', null] as const) ?? null)
        case 2:
          return it.mark(-1 - random.below(12), random.pick(['pinned', 'excluded', null] as const) ?? null)
        case 3:
          return void (await it.change({ memory: random.pick([null, own]) }))
        case 4:
          return setSettings(app.url, { instructions: `Be ${random.below(3)}.` })
        case 5:
          return setSettings(app.url, { memory: { ...FIRST_MEMORY, maxTokens: 400 + random.below(300) } })
        case 6:
          return void upstream.scriptSummaries(
            random.pick([{ status: 400 }, { text: ' ' }, { holdAfter: 0 }]) ?? {},
          )
        case 7: {
          const [newest] = (await it.versions()).filter(({ usable }) => usable)
          if (!newest) return
          // Another one may have come meanwhile.
          return expect([200, 409]).toContain(
            (await it.edit(newest.version, `${newest.text} And so on.`)).status,
          )
        }
        case 8: {
          const earlier = random.pick(await it.versions())
          if (earlier) await it.restore(earlier.id)
          return
        }
        case 9:
        case 10: {
          const { id } = await it.divide()
          await talk(it, random.below(4))
          return it.join(id)
        }
        case 11:
          upstream.release()
          // There may be nothing but the newest exchange.
          return expect([202, 400]).toContain((await it.ask('now')).status)
        case 12:
          return setSettings(app.url, { summaryPrompt: random.pick([null, 'In rhymes: {messages}']) ?? null })
        default:
          upstream.release()
      }
    }
  })
})
