import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type FakeUpstream, startFakeUpstream } from '../../e2e/fake-upstream/start.ts'
import { createEngine } from '../../lib/container/engine.ts'
import { createFoundation, type Foundation } from '../../lib/container/foundation.ts'
import { createTestDatabase } from '../../lib/db/testing/test-database.ts'
import { readEnv } from '../../lib/env.ts'
import type { ContextMap } from '../../lib/memory/index.ts'
import type { ChatRequest } from '../../lib/schemas/chat.ts'
import type { SummaryView } from '../../lib/schemas/summary.ts'
import type { Prompt } from './prompts.ts'
import { type Exchange, INSTRUCTIONS } from './said.ts'

const OWNER = 'owner'
/** Larger than anything that is kept: the limit of the settings counts. */
const WINDOW = '128000'
const SUMMARY_WITHIN_MS = 60_000
const MOST_CALLS = 10_000
/** A turn without its first token after so long waits for the summary that is held. */
const WAITS_AFTER_MS = 10_000

export type Turn = {
  /** As the model's server got it. */
  prompt: Prompt
  map: Pick<ContextMap, 'owed' | 'overBudget'>
  /** From the request to the first token, in milliseconds. */
  firstTokenMs: number
  /** A summary was being written when the turn began. */
  besideSummary: boolean
  /** It had its first token only when that summary was let go on. */
  waited: boolean
}

export type Talk = { turns: Turn[]; summaryPrompts: Prompt[]; summaries: SummaryView[] }

/**
 * A conversation, through all that the application does but its routes, on SQLite. Every call for a summary is held
 * open until the next turn has its first token, so that a turn that waits for one is seen, and what is sent is the same
 * each time, however fast the machine is.
 */
export async function talk(said: readonly Exchange[]): Promise<Talk> {
  const [upstream, made] = await Promise.all([startFakeUpstream(), createTestDatabase('sqlite', '')])
  const env = readEnv({
    DATABASE_URL: made.url,
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    DISCOVER_LOCAL_MODELS: '0',
    MODEL_WINDOW: WINDOW,
  })
  const foundation = await createFoundation(env)
  const engine = createEngine(foundation, env)
  try {
    await engine.start()
    await foundation.settings.update(OWNER, { instructions: INSTRUCTIONS, modelTitles: false })
    const held = Array.from({ length: MOST_CALLS }, () => ({ holdAfter: 0 }))
    upstream.scriptSummaries(...held)
    return await carryOn({ upstream, foundation, engine }, said)
  } finally {
    upstream.reset()
    await engine.stop()
    await foundation.tokens.close()
    await foundation.database.close()
    await upstream.close()
    await made.remove()
  }
}

type Running = { upstream: FakeUpstream; foundation: Foundation; engine: ReturnType<typeof createEngine> }

async function carryOn(running: Running, said: readonly Exchange[]): Promise<Talk> {
  const { upstream, foundation } = running
  const turns: Turn[] = []
  let sessionId: string | null = null
  let besideSummary = false
  for (const exchange of said) {
    const taken = await take(running, sessionId, exchange, besideSummary)
    sessionId = taken.sessionId
    turns.push(taken.turn)
    besideSummary = await summaryIsHeld(running, sessionId)
  }
  upstream.release()
  const { versions } = await foundation.summaries.list(OWNER, sessionId ?? '', { limit: MOST_CALLS })
  const summaryPrompts = upstream.summaries.requests.map(({ body }) => promptIn(body))
  return { turns, summaryPrompts, summaries: versions }
}

async function take(
  { upstream, engine, foundation }: Running,
  sessionId: string | null,
  { question, answer }: Exchange,
  besideSummary: boolean,
): Promise<{ sessionId: string; turn: Turn }> {
  upstream.script({ text: answer })
  const request: ChatRequest = {
    action: 'send',
    sessionId,
    message: { clientId: randomUUID(), text: question },
    model: null,
    instructions: null,
  }
  let waited = false
  const letGo = setTimeout(() => {
    waited = besideSummary
    upstream.release()
  }, WAITS_AFTER_MS)
  const began = performance.now()
  const { events } = await engine.turns.start(OWNER, request)
  let firstTokenMs: number | null = null
  let session: string | null = null
  let answerId = ''
  for await (const event of events) {
    if (event.type === 'start') session = event.session.id
    if (event.type === 'delta' && firstTokenMs === null) {
      firstTokenMs = performance.now() - began
      clearTimeout(letGo)
      upstream.release()
    }
    if (event.type === 'end') {
      if (event.answer.status !== 'complete') throw new Error(`An answer ended as ${event.answer.status}.`)
      answerId = event.answer.id
    }
    if (event.type === 'error') throw new Error(event.error.message)
  }
  const stored = await foundation.contextMaps.get(OWNER, answerId)
  if (session === null || firstTokenMs === null || !stored) throw new Error('A turn did not run to its end.')
  const prompt = promptIn(upstream.requests.at(-1)?.body)
  return { sessionId: session, turn: { prompt, map: stored.map, firstTokenMs, besideSummary, waited } }
}

/** Once nothing is to come any more: whether a call for a summary is open, or none is to be written. */
async function summaryIsHeld({ upstream, foundation }: Running, sessionId: string): Promise<boolean> {
  const until = performance.now() + SUMMARY_WITHIN_MS
  while (performance.now() < until) {
    if (upstream.summaries.requests.some(({ held }) => held)) return true
    const { writing, failure } = await foundation.summaries.list(OWNER, sessionId, { limit: 1 })
    if (failure !== null) throw new Error(`A summary was not written: ${failure}`)
    if (!writing) return false
    await pause(2)
  }
  throw new Error('A summary did not begin.')
}

function promptIn(body: unknown): Prompt {
  const messages = typeof body === 'object' && body !== null && 'messages' in body ? body.messages : null
  if (!Array.isArray(messages)) throw new Error('The request held no messages.')
  return messages
}
