import { answerContext } from '../chat/answer-context.ts'
import { createChangeSession } from '../chat/change-session.ts'
import { createForget } from '../chat/forget.ts'
import { openThread } from '../chat/open-thread.ts'
import { plainWords } from '../chat/plain-words.ts'
import { planDraft } from '../chat/plan-draft.ts'
import { DEFAULT_SUMMARY_PROMPT, previewSummaryPrompt } from '../chat/preview-summary-prompt.ts'
import { createRememberedPages } from '../chat/remembered-pages.ts'
import { createRemembering } from '../chat/remembering.ts'
import type { SessionLife } from '../chat/session-life.ts'
import { createSummaryChoices } from '../chat/summary-choices.ts'
import type { Env } from '../env.ts'
import type { Clock } from '../ports/clock.ts'
import type { PlanRequest } from '../schemas/context-map.ts'
import { ANSWERS_MAX, type QuotesQuery } from '../schemas/forget.ts'
import type { Mark } from '../schemas/mark.ts'
import type { ModelItem } from '../schemas/model.ts'
import type { MemoryQuery } from '../schemas/recall.ts'
import type { SessionListQuery } from '../schemas/session.ts'
import type { Settings } from '../schemas/settings.ts'
import type { SummaryPromptRequest } from '../schemas/summary-prompt.ts'
import { createEngine } from './engine.ts'
import { createFoundation, type Foundation } from './foundation.ts'
import { createInterfaces } from './interfaces.ts'
import { createOpenaiDoor } from './openai-door.ts'

/** How long a scheduler's call for jobs may take: most are given up after half a minute. */
const JOBS_RUN_WITHIN_MS = 20_000

/** Of the jobs that are listed, those that failed and those that wait each. */
const JOBS_LISTED = 100

/** What pages and routes call. */
export type Container = Awaited<ReturnType<typeof build>>

export async function build(env: Env) {
  const foundation = await createFoundation(env)
  const { database, sessions, messages, settings, jobBoard, models, tokens, accessAttempts } = foundation
  const { clock, ids, exchangeForgetting } = foundation
  const engine = createEngine(foundation, env)
  const { runs, turns, life, jobRunner } = engine
  const remembering = foundation.embedding && createRemembering({ ...foundation, onAsk: jobRunner.wake })
  const change = createChangeSession({ sessions, clock, remembering, onKeep: jobRunner.wake })
  try {
    await engine.start()
  } catch (error) {
    // The next caller builds anew, and opens a database of its own.
    await database.close()
    throw error
  }
  // The tables load now, while nobody waits, rather than under the first message.
  void tokens.count('')

  return {
    dialect: database.dialect,
    ping: database.ping,
    sessions,
    messages,
    settings: {
      get: settings.get,
      update(owner: string, patch: Partial<Settings>) {
        const update = () => settings.update(owner, patch)
        return remembering ? remembering.changeSettings(owner, update) : update()
      },
    },
    models,
    turns,
    runs,
    streams: { maxMs: env.STREAM_MAX_MS },
    interfaces: createInterfaces(foundation, engine, env),
    undoSeconds: Math.floor(env.UNDO_MS / 1_000),
    historyTimeoutSeconds: env.HISTORY_TIMEOUT_SECONDS,
    forget: createForget({ ...foundation, runs, undoMs: env.UNDO_MS, onForget: jobRunner.wake }),
    async undoForget(owner: string, purgeId: string) {
      await sessions.undo(owner, purgeId)
      jobRunner.wake()
    },
    async listQuotes(owner: string, query: QuotesQuery) {
      await life.settle()
      const scope = 'exchangeId' in query ? { exchangeIds: [query.exchangeId] } : query
      const { quotes, total } = await exchangeForgetting.quotedBy(owner, scope, { limit: ANSWERS_MAX })
      return { quotes: quotes.map((quote) => ({ ...quote, words: plainWords(quote.words) })), total }
    },
    async countExchange(owner: string, exchangeId: string) {
      await life.settle()
      return exchangeForgetting.countForForget(owner, [exchangeId])
    },
    settle: life.settle,
    async listSessions(owner: string, query: SessionListQuery) {
      await life.settle()
      return sessions.list(owner, query)
    },
    changeSession: change,
    openThread: (owner: string, sessionId: string) =>
      openThread({ ...foundation, ...engine }, owner, sessionId),
    startAfresh: (owner: string, sessionId: string) =>
      messages.addDivider(owner, sessionId, { id: ids.next(), now: clock.now() }),
    listModels: async (): Promise<ModelItem[]> =>
      (await models.list()).map(({ id, name, provider, limits, note }) => ({
        id,
        name,
        provider,
        window: limits.window,
        note,
      })),
    openai: createOpenaiDoor(foundation, engine),
    async planDraft(owner: string, request: PlanRequest) {
      if (request.sessionId !== null) await life.settle()
      return planDraft(foundation, owner, request)
    },
    defaultSummaryPrompt: DEFAULT_SUMMARY_PROMPT,
    previewSummaryPrompt: (owner: string, request: SummaryPromptRequest) =>
      previewSummaryPrompt(foundation, owner, request),
    async answerContext(owner: string, answerId: string) {
      await life.settle()
      return answerContext(foundation, owner, answerId)
    },

    async markExchange(owner: string, sessionId: string, messageId: string, mark: Mark) {
      const marked = await messages.mark(owner, sessionId, messageId, { mark, now: clock.now() })
      // A summary that tells what is now excluded is written anew.
      jobRunner.wake()
      return marked
    },
    remembered: rememberedPages(foundation, life, jobRunner.wake),
    summary: createSummaryChoices({ ...foundation, onAsk: jobRunner.wake }),

    accessTries: {
      take: (address: string) => msUntil(clock, (now) => accessAttempts.take(address, now)),
      waitOf: (address: string) => msUntil(clock, (now) => accessAttempts.waitOf(address, now)),
      giveBack: accessAttempts.giveBack,
    },

    cronSecret: env.CRON_SECRET,
    runDueJobs: () => jobRunner.runDue(JOBS_RUN_WITHIN_MS),
    listJobs: (owner: string) => jobBoard.list(owner, { now: clock.now(), limit: JOBS_LISTED }),
    async tryJob(owner: string, jobId: string) {
      await jobBoard.tryNow(owner, jobId, clock.now())
      jobRunner.wake()
    },
    async tryAllJobs(owner: string) {
      const retried = await jobBoard.tryAllNow(owner, clock.now())
      jobRunner.wake()
      return retried
    },
    dismissJob: jobBoard.dismiss,

    /** Whatever waits in `Job` is done by the next start, or by another process. */
    stop: engine.stop,
    /** Nothing may be asked of it from then on. */
    async close() {
      await Promise.all([tokens.close(), foundation.embedding?.close()])
      await database.close()
    },
  }
}

/** What ended meanwhile is no longer shown. */
function rememberedPages(foundation: Foundation, life: Pick<SessionLife, 'settle'>, onAsk: () => void) {
  const pages = createRememberedPages({ ...foundation, onAsk })
  return {
    ...pages,
    async page(owner: string, query: MemoryQuery) {
      await life.settle()
      return pages.page(owner, query)
    },
  }
}

/** For how many milliseconds something has to wait; null where it has not. */
async function msUntil(clock: Clock, ask: (now: Date) => Promise<Date | null>): Promise<number | null> {
  const now = clock.now()
  const until = await ask(now)
  return until && until.getTime() - now.getTime()
}
