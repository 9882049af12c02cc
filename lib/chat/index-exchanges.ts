import type { Clock } from '../ports/clock.ts'
import type { ExchangeQueue, IndexedText, SessionPlace, UnreadExchange } from '../ports/exchange-queue.ts'
import type { Job } from '../ports/jobs.ts'
import type { SettingsStore } from '../ports/settings.ts'
import { indexPayload } from '../schemas/job.ts'
import type { SessionMemory } from '../schemas/memory-settings.ts'
import type { Settings } from '../schemas/settings.ts'
import { dayOf } from './day-of.ts'
import { effectiveMemory } from './effective-memory.ts'
import { isRemembered } from './is-remembered.ts'

/** What was said as texts to be found by. `date`: as YYYY-MM-DD; `answer`: null where it is not remembered. */
export type TextsOf = (said: {
  date: string
  question: string
  answer: string | null
}) => Promise<IndexedText[]>

export type IndexExchanges = {
  /**
   * The job that makes texts of what waits, so that words find it at once, whatever the embedding model does. It goes on
   * where it was interrupted.
   */
  run(job: Pick<Job, 'owner' | 'payload'>, signal: AbortSignal): Promise<void>
}

/** Exchanges and sessions of one look, and texts of one transaction. */
const BATCH = 20
const TEXTS = 64
const SESSIONS = 100

export function createIndexExchanges(deps: {
  exchangeQueue: ExchangeQueue
  settings: Pick<SettingsStore, 'get'>
  textsOf: TextsOf
  clock: Clock
}): IndexExchanges {
  const { exchangeQueue: queue, settings, textsOf, clock } = deps

  const remembers = (own: Settings, memory: SessionMemory | null) =>
    isRemembered(effectiveMemory(own, memory))

  /** Says which sessions turned out not to be remembered: their settings may have been changed since anyone looked. */
  async function indexWaiting(owner: string, own: Settings, signal: AbortSignal): Promise<Set<string>> {
    const forgotten = new Set<string>()
    for (;;) {
      signal.throwIfAborted()
      const waiting = await queue.withoutTexts(owner, { limit: BATCH })
      if (waiting.length === 0) return forgotten
      const off = waiting.filter(({ memory }) => !remembers(own, memory))
      for (const sessionId of new Set(off.map((each) => each.sessionId))) {
        await queue.forget(owner, sessionId)
        forgotten.add(sessionId)
      }
      await storeIndexed(
        owner,
        waiting.filter((each) => !off.includes(each)),
      )
    }
  }

  /** In several transactions where they are long, so that a turn does not wait for all. */
  async function storeIndexed(owner: string, exchanges: readonly UnreadExchange[]): Promise<void> {
    let made: Awaited<ReturnType<typeof indexed>>[] = []
    for (const exchange of exchanges) {
      made.push(await indexed(exchange))
      const isLast = exchange === exchanges.at(-1)
      if (!isLast && made.reduce((sum, { texts }) => sum + texts.length, 0) < TEXTS) continue
      await queue.storeTexts(owner, made, clock.now())
      made = []
    }
  }

  const indexed = async ({ id, answerId, saidAt, question, answer }: UnreadExchange) => ({
    ...{ id, answerId },
    texts: await textsOf({ date: dayOf(saidAt), question, answer }),
  })

  /** The least active session first, so that what was said last is the first to get its vectors. */
  async function addMissing(owner: string, own: Settings, signal: AbortSignal): Promise<void> {
    for (let after: SessionPlace | null = null; ; ) {
      const sessions = await queue.sessionsBehind(owner, { after, limit: SESSIONS })
      for (const { id, memory } of sessions) {
        signal.throwIfAborted()
        if (!remembers(own, memory)) await queue.forget(owner, id)
        else await addMissingOf(owner, id, own, signal)
      }
      after = sessions.at(-1) ?? null
      if (after === null) return
    }
  }

  async function addMissingOf(
    owner: string,
    sessionId: string,
    own: Settings,
    signal: AbortSignal,
  ): Promise<void> {
    while ((await queue.addMissing(owner, sessionId, { limit: BATCH })) > 0)
      if ((await indexWaiting(owner, own, signal)).has(sessionId)) return
  }

  return {
    async run({ owner, payload }, signal) {
      const { missing } = indexPayload.parse(payload)
      const own = await settings.get(owner)
      await indexWaiting(owner, own, signal)
      if (missing) await addMissing(owner, own, signal)
    },
  }
}
