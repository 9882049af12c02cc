import { beforeEach, describe, expect, test } from 'vitest'
import { promptsOf } from '../../e2e/support/prompts.ts'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { AppError } from '../errors.ts'
import { createServerEmbedder } from '../models/embedder.ts'
import type { Recall } from '../ports/recall.ts'
import { toEmbed } from '../recall/chunks.ts'
import { indexedTexts } from '../recall/indexed-texts.ts'
import { createRecall } from '../recall/recall.ts'
import { storedTexts } from '../recall/stored-texts.ts'
import { answerContext } from './answer-context.ts'
import { createEmbedExchanges } from './embed-exchanges.ts'
import { createIndexExchanges } from './index-exchanges.ts'
import { takeStart } from './started-turn.ts'
import { message, OWNER, useChat } from './testing/use-chat.ts'

const TOLD = 'The boat is moored at the north pier.'
const ASKED = 'Where is the boat moored?'
const open = new AbortController().signal
const clock = { now: () => new Date() }

describe.each(DIALECTS)('what a turn recalls on %s', (dialect) => {
  const db = useDatabase(dialect)
  const embedder = () =>
    createServerEmbedder(
      { provider: 'compatible', model: 'embed-x', url: `${it.upstream.url}/v1`, withinMs: 10_000 },
      { clock },
    )
  /** Lets in whatever shares a word in meaning. */
  const searching: Recall = {
    ask: (question, options) =>
      createRecall({
        index: db.now.recallIndex,
        embedder: embedder(),
        gate: { alone: 0.1, withWords: 0.1, each: 0.1 },
        textsOf: storedTexts,
        withinMs: 10_000,
      }).ask(question, options),
  }
  let recall = searching
  const it = useChat(db, { remembers: true, recall: { ask: (...asked) => recall.ask(...asked) } })

  async function say(text: string, sessionId: string | null = null) {
    it.upstream.script({ text: 'Noted.' })
    const turn = await it.chat.turns.start(OWNER, message(text, sessionId))
    const { session, answer } = await takeStart(turn)
    for await (const event of turn.events) if (event.type === 'error') throw new Error(event.error.message)
    return { sessionId: session.id, answerId: answer.id }
  }
  async function index() {
    const job = { owner: OWNER, payload: { missing: false } }
    await createIndexExchanges({ ...db.now, textsOf: indexedTexts, clock }).run(job, open)
    await createEmbedExchanges({ ...db.now, embedder: embedder(), toEmbed }).run(job, open)
  }
  const mapOf = async (answerId: string) => (await answerContext(db.now, OWNER, answerId)).map
  /** How often the newest prompt says it. */
  const timesSent = (words: string) => {
    const sent = (promptsOf(it.upstream.requests).at(-1) ?? []).map(({ content }) => content).join('\n')
    return sent.split(words).length - 1
  }

  beforeEach(() => {
    recall = searching
  })

  test('Recall harms: the current session’s own messages are recalled into itself, twice in one prompt: what is sent is not', async () => {
    const { sessionId } = await say(TOLD)
    await index()
    const { answerId } = await say(ASKED, sessionId)
    expect(timesSent('north pier')).toBe(1)
    expect((await mapOf(answerId))?.recall).toMatchObject({ outcome: 'nothing', by: 'meaning-and-words' })
  })

  test('of a long message what it was found by is sent, and shown where the answer says what it was given', async () => {
    const stops = Array.from({ length: 250 }, (_, stop) => `On stop ${stop} we sang in a church.`).join(' ')
    await say(`${stops} At the very end our conductor lost her amber brooch in Utrecht.`)
    await index()
    const { answerId } = await say('In which canal did our conductor lose the amber brooch?')
    expect(timesSent('lost her amber brooch in Utrecht.')).toBe(1)
    expect(timesSent('On stop 9 we sang')).toBe(0)
    const { receipts } = await answerContext(db.now, OWNER, answerId)
    expect(receipts?.[0]?.user).toMatch(/^… .* lost her amber brooch in Utrecht\.$/)
  })

  test('what the window dropped of the same session is recalled into it', async () => {
    const { sessionId } = await say(TOLD)
    await index()
    await db.now.sessions.update(OWNER, sessionId, { memory: { maxExchanges: 0 } })
    const { answerId } = await say(ASKED, sessionId)
    expect(timesSent(`User:\n> ${TOLD}`)).toBe(1)
    const passages = (await mapOf(answerId))?.segments.flatMap((segment) =>
      segment.kind === 'recall' ? segment.passages : [],
    )
    expect(passages).toMatchObject([{ sessionId, seq: 0, rank: 1, rule: 'gate' }])
  })

  test('Recall harms: a recalled passage is stored again as new memory, a loop that fills the store: what was typed is', async () => {
    await say(TOLD)
    await index()
    for (let time = 0; time < 3; time++) {
      await say(`${ASKED} ${time}`)
      expect(timesSent(`User:\n> ${TOLD}`)).toBe(1)
      await index()
    }
    const chunks = await db.now.database.read((tx) => tx.exchangeChunk.findMany())
    expect(chunks).toHaveLength(4)
    expect(chunks.filter(({ text }) => text.includes('north pier'))).toHaveLength(1)
  })

  test.each([
    ['nobody expected', new Error('SELECT "secret" failed'), 'The server’s log says why.'],
    ['is for people', new AppError('database_busy', 'The database is busy.'), 'The database is busy.'],
  ])(
    'a search whose failure %s leaves the turn as it was planned, and the map says so',
    async (_, error, failure) => {
      recall = { ask: () => ({ search: () => Promise.reject(error) }) }
      const { answerId } = await say(ASKED)
      expect(promptsOf(it.upstream.requests).at(-1)).toEqual([{ role: 'user', content: ASKED }])
      expect((await mapOf(answerId))?.recall).toMatchObject({ outcome: 'failed', failure, by: null })
      expect(it.chat.warnings).toEqual(['The memory could not be searched; a turn goes on without.'])
    },
  )
})
