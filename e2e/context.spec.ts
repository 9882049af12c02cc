import { DEFAULT_RECALL } from '../lib/schemas/memory-settings.ts'
import { patch, post, say, setSettings, threadOf } from './support/api.ts'
import { promptsOf } from './support/prompts.ts'
import { expect, test } from './support/test.ts'

test.describe('settings in force', () => {
  test.afterEach(async ({ app }) => {
    await setSettings(app.url, {
      instructions: '',
      memory: { maxExchanges: null, maxTokens: 8000, useSummary: true },
    })
  })

  test('every past context is rebuilt from its map, byte by byte as the model received it', async ({
    app,
    upstream,
  }) => {
    await setSettings(app.url, { instructions: 'Be brief. <|endoftext|>' })
    const { sessionId } = await say(app.url, 'one: ünïcödé 👋🏽')
    await say(app.url, 'two [[words 9]] [[die 3]]', { sessionId })
    await setSettings(app.url, {
      instructions: 'Be long.',
      memory: { maxExchanges: 1, maxTokens: 8000, useSummary: false },
    })
    await say(app.url, 'three', { sessionId })
    await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 100, useSummary: false } })
    await say(app.url, `four ${'word '.repeat(40)}`, { sessionId })
    await say(app.url, 'five', { sessionId })

    const { messages } = await threadOf(app.url, sessionId)
    const answers = messages.filter(({ role }) => role === 'assistant')
    const prompts = promptsOf(upstream.requests)
    expect(answers).toHaveLength(5)
    for (const [index, answer] of answers.entries()) {
      const context = await (await fetch(`${app.url}/api/context/${answer.id}`)).json()
      expect(context.sent).toEqual(prompts[index])
      expect(context.map.tokens).toBe(
        context.map.segments.reduce((sum: number, segment: { tokens: number }) => sum + segment.tokens, 0) +
          3,
      )
    }
    const last = await (await fetch(`${app.url}/api/context/${answers[4]?.id}`)).json()
    expect(last.map.leftOut).toContainEqual(expect.objectContaining({ reason: 'budget' }))
    const third = await (await fetch(`${app.url}/api/context/${answers[2]?.id}`)).json()
    expect(third.map.leftOut).toContainEqual(expect.objectContaining({ reason: 'window' }))
  })

  test('a pinned exchange is always sent, an excluded one never, and the map says both', async ({
    app,
    upstream,
  }) => {
    const { sessionId } = await say(app.url, 'one')
    await say(app.url, 'two', { sessionId })
    await say(app.url, 'three', { sessionId })
    const { messages } = await threadOf(app.url, sessionId)
    const mark = (place: number, to: string | null) =>
      patch(`${app.url}/api/sessions/${sessionId}/messages/${messages[place]?.id}`, { mark: to })
    expect((await mark(1, 'pinned')).status).toBe(200)
    expect((await mark(4, 'excluded')).status).toBe(200)
    expect((await mark(4, 'both')).status).toBe(400)
    await setSettings(app.url, { memory: { maxExchanges: 0, maxTokens: 8000, useSummary: true } })

    const { last } = await say(app.url, 'four', { sessionId })
    const sent = promptsOf(upstream.requests).at(-1) ?? []
    expect(sent.map(({ content }) => content)).toEqual(['one', messages[1]?.parts[0]?.text, 'four'])
    if (last.type !== 'end') throw new Error('The answer did not end.')
    const context = await (await fetch(`${app.url}/api/context/${last.answer.id}`)).json()
    expect(context.sent).toEqual(sent)
    expect(context.map.segments.map(({ pinned = false }: { pinned?: boolean }) => pinned)).toEqual([
      true,
      true,
      false,
    ])
    expect(context.map.leftOut).toEqual([{ fromSeq: 2, toSeq: expect.any(Number), reason: 'window' }])
  })

  test('from turn to turn a prompt begins with the one before it, and is shortened in steps, not with every turn', async ({
    app,
    upstream,
  }) => {
    await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 400, useSummary: false } })
    const { sessionId } = await say(app.url, 'turn 0')
    for (let turn = 1; turn < 20; turn++)
      await say(app.url, `turn ${turn} ${'word '.repeat(20)}`, { sessionId })
    const prompts = promptsOf(upstream.requests)
    expect(prompts).toHaveLength(20)
    const goesOn = prompts.slice(1).map((prompt, turn) => {
      const before = prompts[turn] ?? []
      return JSON.stringify(prompt.slice(0, before.length)) === JSON.stringify(before)
    })
    const shortened = goesOn.flatMap((does, turn) => (does ? [] : [turn]))
    expect(shortened.length).toBeGreaterThan(1)
    for (const [index, turn] of shortened.entries())
      expect(turn - (shortened[index - 1] ?? 0)).toBeGreaterThan(1)
    expect(prompts.at(-1)?.at(-1)?.content).toContain('turn 19')
  })

  test('the plan for a draft says what the turn then sends', async ({ app, upstream }) => {
    const { sessionId } = await say(app.url, 'one')
    await setSettings(app.url, { memory: { maxExchanges: 1, maxTokens: 8000, useSummary: false } })
    await say(app.url, 'two', { sessionId })
    const draft = 'three, which is only a draft'
    const before = promptsOf(upstream.requests).length
    const { map } = await (await post(`${app.url}/api/context/plan`, { sessionId, draft })).json()
    expect(promptsOf(upstream.requests)).toHaveLength(before)

    const { last } = await say(app.url, draft, { sessionId })
    if (last.type !== 'end') throw new Error('The answer did not end.')
    const sent = await (await fetch(`${app.url}/api/context/${last.answer.id}`)).json()
    expect(map.tokens).toBe(sent.map.tokens)
    expect(map.leftOut).toEqual(sent.map.leftOut)
    expect(map.segments.map((segment: { seq: number }) => segment.seq)).toEqual(
      sent.map.segments.map((segment: { seq: number }) => segment.seq),
    )
  })

  test('a conversation with memory settings of its own is sent by them, field by field, until they are taken away', async ({
    app,
    upstream,
  }) => {
    const { sessionId } = await say(app.url, 'one')
    await say(app.url, 'two', { sessionId })
    const questionsOf = (messages: { role: string; content: string | null }[] = []) =>
      messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    const sentFor = async (text: string) => {
      await say(app.url, text, { sessionId })
      return questionsOf(promptsOf(upstream.requests).at(-1))
    }
    const remember = async (memory: unknown) => {
      const response = await patch(`${app.url}/api/sessions/${sessionId}`, { memory })
      expect(response.status).toBe(200)
      expect((await response.json()).memory).toEqual(memory)
    }
    await remember({ maxExchanges: 1, useSummary: false })
    expect(await sentFor('three')).toEqual(['two', 'three'])
    expect((await threadOf(app.url, sessionId)).session.memory).toEqual({
      maxExchanges: 1,
      useSummary: false,
    })
    await setSettings(app.url, { memory: { maxExchanges: 0, maxTokens: 8000, useSummary: true } })
    expect(await sentFor('four')).toEqual(['three', 'four'])
    await remember({ maxTokens: 4000 })
    expect(await sentFor('five')).toEqual(['five'])
    await remember(null)
    await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 8000, useSummary: true } })
    expect(await sentFor('six')).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])

    for (const wrong of [{ maxExchanges: -1 }, { maxTokens: 'all' }, { window: 5 }, 5]) {
      const refused = await patch(`${app.url}/api/sessions/${sessionId}`, { memory: wrong })
      expect(refused.status).toBe(400)
    }
  })

  test('settings are tried in a plan before the conversation’s own, and change nothing', async ({ app }) => {
    const { sessionId } = await say(app.url, 'one')
    await say(app.url, 'two', { sessionId })
    await patch(`${app.url}/api/sessions/${sessionId}`, { memory: { maxExchanges: 1, useSummary: false } })
    const { session } = await threadOf(app.url, sessionId)
    const planWith = async (memory: unknown) =>
      (await (await post(`${app.url}/api/context/plan`, { sessionId, draft: 'three', memory })).json()).map
    const messagesIn = async (memory: unknown) =>
      (await planWith(memory)).segments.filter(({ kind }: { kind: string }) => kind === 'message').length

    expect(await messagesIn(null)).toBe(3)
    expect(await messagesIn({ maxExchanges: null })).toBe(5)
    expect(await messagesIn({ maxExchanges: 0 })).toBe(1)
    expect((await planWith({ maxTokens: 500 })).settings).toEqual({
      maxExchanges: 1,
      maxTokens: 500,
      useSummary: false,
      recall: DEFAULT_RECALL,
    })
    expect(await messagesIn(null)).toBe(3)
    expect((await threadOf(app.url, sessionId)).session).toEqual(session)
  })
})
