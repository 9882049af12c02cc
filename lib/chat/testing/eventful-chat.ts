import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { FakeUpstream } from '../../../e2e/fake-upstream/start.ts'
import { promptsOf, type SentMessage } from '../../../e2e/support/prompts.ts'
import type { DatabaseUnderTest } from '../../db/testing/use-database.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { quoteLines } from '../../memory/index.ts'
import type { Omitted } from '../../memory/stored-summary.ts'
import type { ChatRequest } from '../../schemas/chat.ts'
import type { ContextMapView } from '../../schemas/context-map.ts'
import { SUMMARY_JOB } from '../../schemas/job.ts'
import type { MessageView } from '../../schemas/message.ts'
import { limitsOf } from '../../tokens/model-limits.ts'
import { answerContext } from '../answer-context.ts'
import { createBackgroundCalls } from '../background-calls.ts'
import { effectiveMemory } from '../effective-memory.ts'
import { createFoldSummary } from '../fold-summary.ts'
import { planDraft } from '../plan-draft.ts'
import { type ChatEvent, MARKERS } from './chat-events.ts'
import { wrongTokens } from './exact-tokens.ts'
import { misplaced, nameOf } from './misplaced.ts'
import { type Chat, message, OWNER } from './use-chat.ts'

type Now = DatabaseUnderTest['now']

const HOSTILE =
  'ünïcödé 👋🏽 {messages} {count} {summary} \u2028> quoted\u2029\r\n> > twice\n\tCzęść <|im_start|> $& $1'

/** Refusals that are right in a state that the event before did not know of. */
const REFUSALS: readonly ErrorCode[] = [
  'invalid_request',
  'nothing_to_continue',
  'nothing_to_answer',
  'message_too_long',
  'context_too_large',
  'summary_changed',
]

/**
 * A conversation to which things happen one after another, while its summary may be being written. What every turn
 * sends is held to what the upstream received, and what every state would send to what is true of any context.
 */
export function eventfulChat({ chat, upstream, database }: Parts) {
  const { models, tokens } = chat
  const clock = { now: () => new Date() }
  const ids = { next: () => randomUUID() }
  const calls = createBackgroundCalls()
  const folding = createFoldSummary({ ...database, models, tokens, clock, ids, calls, withinMs: 60_000 })
  const running = new Set<Promise<void>>()
  const received = new Map<string, SentMessage[]>()
  let sessionId: string | null = null
  const forgotten: string[] = []
  let hasForgotten = false
  let said = 0

  const session = () => {
    if (sessionId === null) throw new Error('Nothing was said yet.')
    return sessionId
  }
  const path = async () =>
    (await database.messages.page(OWNER, session(), { beforeSeq: null, limit: 1_000 })).messages
  const versions = async () => (await database.summaries.list(OWNER, session(), { limit: 100 })).versions

  async function omittedBy({ summary }: ContextMapView): Promise<Omitted[]> {
    if (summary === null) return []
    const { id } = summary
    const row = await database.database.read((db) => db.summary.findUniqueOrThrow({ where: { id } }))
    return row.omitted as Omitted[]
  }

  async function holds(
    map: ContextMapView,
    path: readonly MessageView[],
    prompt: readonly SentMessage[] | null,
  ) {
    const omitted = await omittedBy(map)
    const omits = ({ seq }: { seq: number }) =>
      omitted.some(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq)
    expect(misplaced({ map, path, omits, prompt })).toEqual([])
    const summary = map.segments.find(({ kind }) => kind === 'summary')
    if (summary?.kind !== 'summary') return
    const told = path.filter((row) => summary.fromSeq <= row.seq && row.seq <= summary.toSeq && !omits(row))
    const shown = JSON.stringify(upstream.summaries.requests.map(({ body }) => body))
    expect(told.map(nameOf).filter((name) => name !== null && !shown.includes(`> ${name}`))).toEqual([])
  }

  /** Where the upstream holds the answer, a summary is written before it lets go. */
  async function turn(request: ChatRequest): Promise<ContextMapView> {
    const before = upstream.requests.length
    const { events } = await chat.turns.start(OWNER, request)
    let answerId = ''
    const read = async () => {
      for await (const event of events)
        if (event.type === 'start') {
          sessionId = event.session.id
          answerId = event.answer.id
        }
    }
    const ended = read()
    const { requests } = upstream
    const held = upstream.waitFor((request) => request.held && requests.indexOf(request) >= before)
    if ((await Promise.race([ended, held])) !== undefined) {
      await beginFold()
      upstream.release()
      await ended
    }
    const { map, sent } = await answerContext(database, OWNER, answerId)
    if (map === null) throw new Error('A turn left no map.')
    expect(wrongTokens(map, sent, limitsOf('fake-large'))).toEqual([])
    const now = await path()
    const answer = now.findIndex(({ id }) => id === answerId)
    const question = now.slice(0, answer).findLastIndex(({ role }) => role === 'user')
    const [prompt = null] = promptsOf(requests.slice(before))
    await holds(map, now.slice(0, question + 1), prompt)
    // None where it was refused as too long.
    if (prompt === null) return map
    received.set(answerId, prompt)
    expect(sent).toEqual(prompt)
    expect(prompt.map(({ role }) => role).join(' ')).toMatch(/^(system )*user( (user|assistant))*$/)
    expect(prompt.at(-1)?.role).toBe('user')
    return map
  }

  /** What the next turn would hold. */
  async function draft(text: string): Promise<ContextMapView> {
    const request = { sessionId: session(), draft: text, model: null, memory: null }
    const { map } = await planDraft({ ...database, models, tokens }, OWNER, request)
    const now = await path()
    const [any] = now
    const { nextSeq } = await database.sessions.get(OWNER, session())
    const unmarked = { parts: [], pinned: false, excluded: false, kind: 'message' as const }
    if (any) await holds(map, [...now, { ...any, ...unmarked, id: 'draft', seq: nextSeq }], null)
    return map
  }

  async function send({ words, as }: Extract<ChatEvent, { does: 'send' }>): Promise<void> {
    said += 1
    const [asks, says] = as === 'hostile' ? [HOSTILE, HOSTILE] : ['word '.repeat(words), 'yes '.repeat(words)]
    const text = `q${said}. ${asks} ${MARKERS[as]}${as === 'empty' ? ' ' : `a${said}. ${says}`}`
    const planned = sessionId !== null && running.size === 0 ? await draft(text) : null
    const map = await turn(message(text, sessionId))
    if (planned) expect(withoutIds(map)).toEqual(withoutIds(planned))
  }

  async function fold(): Promise<void> {
    const waits = { leaseMs: 60_000, first: {}, retry: [0] }
    const asked = { processId: 'test', kinds: [SUMMARY_JOB], now: clock.now(), limit: 1, waits }
    const [job] = await database.jobs.lease(asked)
    if (!job) return
    try {
      await folding.run(job, new AbortController().signal)
      await database.jobs.done(job)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await database.jobs.retry(job, { error: error.message, runAt: clock.now() })
    }
  }

  /** Carries the job out, or as far as a call that is held. What was scripted for no call is so of a later one. */
  async function beginFold(): Promise<void> {
    const { requests } = upstream.summaries
    const asks = requests.length
    const folded = fold().finally(() => running.delete(folded))
    running.add(folded)
    const held = upstream.summaries.waitFor((request) => request.held && requests.indexOf(request) >= asks)
    await Promise.race([folded, held])
  }

  async function settle(): Promise<void> {
    while (running.size > 0) {
      upstream.release()
      await Promise.race([...running, upstream.summaries.waitFor(({ held }) => held)])
    }
  }

  async function editNewest(): Promise<void> {
    const [newest] = (await versions()).filter(({ usable }) => usable)
    if (!newest) return
    const text = `${newest.text}\nIn my own words: ${HOSTILE}`
    const counts = await tokens.count(quoteLines(text))
    const edit = { id: ids.next(), version: newest.version, text, tokens: counts, now: clock.now() }
    await database.summaries.edit(OWNER, session(), edit)
  }

  async function forget({ place, what }: Extract<ChatEvent, { does: 'forget' }>): Promise<void> {
    const all = (await path()).filter(
      ({ role, kind }) => kind === 'message' && (what === 'exchange' || role === 'assistant'),
    )
    const chosen = all[place % Math.max(1, all.length)]
    if (!chosen) return
    const named = { exchangeIds: [], answerIds: [], [`${what}Ids`]: [chosen.id] }
    const { purgeId, counts } = await chat.forget.exchanges(OWNER, named)
    forgotten.push(purgeId)
    hasForgotten = true
    expect(counts.messages).toBeGreaterThan(0)
    expect((await path()).map(({ id }) => id)).not.toContain(chosen.id)
  }

  /** What the session's row says of its messages is what they are. */
  async function counted(): Promise<void> {
    const { messageCount, tokenCount } = await database.sessions.get(OWNER, session())
    const rows = await database.database.read((db) =>
      db.message.findMany({
        where: { sessionId: session(), kind: 'message' },
        select: { tokensO200k: true },
      }),
    )
    expect({ messageCount, tokenCount }).toEqual({
      messageCount: rows.length,
      tokenCount: rows.reduce((sum, { tokensO200k }) => sum + tokensO200k, 0),
    })
  }

  /** A summary that was written without what came back is gone, and can be told of no more. */
  async function isGone(
    by: Pick<Now, 'summaries'>,
    { map }: { map: ContextMapView | null },
  ): Promise<boolean> {
    const id = map?.summary?.id
    return hasForgotten && id !== undefined && (await by.summaries.texts(OWNER, [id])).size === 0
  }

  async function happen(event: ChatEvent): Promise<void> {
    const { messages, summaries, settings, sessions } = database
    const now = clock.now()
    switch (event.does) {
      case 'send':
        return send(event)
      case 'regenerate':
      case 'continue': {
        const answer = (await path()).findLast(({ role }) => role === 'assistant')
        if (answer) await turn({ action: event.does, sessionId: session(), answerId: answer.id })
        return
      }
      case 'mark': {
        const all = (await path()).filter(({ kind }) => kind === 'message')
        const chosen = all[event.place % all.length]
        if (chosen) await messages.mark(OWNER, session(), chosen.id, { mark: event.mark, now })
        return
      }
      case 'divide':
        return void (await messages.addDivider(OWNER, session(), { id: ids.next(), now }))
      case 'join': {
        const divider = (await path()).findLast(({ kind }) => kind === 'divider')
        if (divider) await messages.removeDivider(OWNER, session(), divider.id)
        return
      }
      case 'forget':
        return forget(event)
      case 'undo': {
        const [purgeId] = forgotten.splice(event.place % Math.max(1, forgotten.length), 1)
        if (purgeId !== undefined) await sessions.undo(OWNER, purgeId)
        return
      }
      case 'edit':
        return editNewest()
      case 'restore': {
        const all = await versions()
        const chosen = all[event.place % all.length]
        if (chosen) await summaries.restore(OWNER, session(), { id: ids.next(), summaryId: chosen.id, now })
        return
      }
      case 'now':
      case 'rewrite':
        return summaries.ask(OWNER, { sessionId: session(), asked: event.does }, now)
      case 'remember': {
        if (event.whose === 'session')
          return void (await sessions.update(OWNER, session(), { memory: event.memory }))
        const { memory } = await settings.get(OWNER)
        return void (await settings.update(OWNER, { memory: effectiveMemory({ memory }, event.memory) }))
      }
      case 'instruct':
        if (event.whose === 'owner') return void (await settings.update(OWNER, { instructions: event.text }))
        return void (await sessions.update(OWNER, session(), { instructions: event.text || null }))
      case 'prompt':
        return void (await settings.update(OWNER, { summaryPrompt: event.text }))
      case 'fold':
        if (event.as === 'failed') upstream.scriptSummaries({ status: 400 })
        if (event.as === 'empty') upstream.scriptSummaries({ text: ' ' })
        if (event.as === 'held') upstream.scriptSummaries({ holdAfter: 0 })
        return beginFold()
      case 'release':
        return settle()
    }
  }

  return {
    path,
    versions,
    turn,
    session,
    /** After each event the next turn is planned and looked at as well. */
    async through(events: readonly ChatEvent[]): Promise<void> {
      for (const [place, event] of events.entries()) {
        if (sessionId === null && event.does !== 'send') continue
        try {
          await happen(event)
          await draft('and so on')
          await counted()
        } catch (error) {
          if (error instanceof AppError && REFUSALS.includes(error.code)) continue
          throw new Error(`After event ${place}, ${JSON.stringify(event)}`, { cause: error })
        }
      }
      await settle()
    },
    /** By whatever reads that database: all that was sent is rebuilt as it was. */
    async heldToTheEnd(by: Pick<Now, 'contextMaps' | 'summaries'>): Promise<void> {
      while (forgotten.length > 0) await happen({ does: 'undo', place: 0 })
      for (const [answerId, prompt] of received) {
        const context = await answerContext(by, OWNER, answerId)
        if (!(await isGone(by, context))) expect(context.sent).toEqual(prompt)
      }
    },
    /** Nothing is written any more. */
    close: settle,
  }
}

type Parts = { chat: Chat; upstream: FakeUpstream; database: Now }

/** A map without what tells a draft from the message that it becomes. */
const withoutIds = (map: ContextMapView) => ({
  ...map,
  segments: map.segments.map((segment) =>
    segment.kind === 'message' ? { ...segment, messageId: '' } : segment,
  ),
})
