import type { AccessAttempts } from '../ports/access-attempts.ts'
import type { ContextMaps } from '../ports/context-maps.ts'
import type { ExchangeForgetting } from '../ports/exchange-forgetting.ts'
import type { ExchangeQueue } from '../ports/exchange-queue.ts'
import type { FinalDeletion } from '../ports/final-deletion.ts'
import type { InterfaceSessions } from '../ports/interface-sessions.ts'
import type { JobBoard, Jobs } from '../ports/jobs.ts'
import type { Messages } from '../ports/messages.ts'
import type { Processes } from '../ports/processes.ts'
import type { Purge } from '../ports/purge.ts'
import type { Rates } from '../ports/rates.ts'
import type { RecallIndex } from '../ports/recall-index.ts'
import type { Remembered } from '../ports/remembered.ts'
import type { Replies } from '../ports/replies.ts'
import type { SessionLifeStore } from '../ports/session-life.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { Summaries } from '../ports/summaries.ts'
import type { Titles } from '../ports/titles.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { TurnStore } from '../ports/turn-store.ts'
import { createAccessAttempts } from './access-attempts.ts'
import type { Database } from './client.ts'
import { createContextMaps } from './context-maps.ts'
import { createExchangeForgetting } from './exchange-forgetting.ts'
import { createExchangeQueue } from './exchange-queue.ts'
import { createFinalDeletion } from './final-deletion.ts'
import { createInterfaceSessions } from './interface-sessions.ts'
import { createJobBoard } from './job-board.ts'
import { createJobs } from './jobs.ts'
import { createMessages } from './messages.ts'
import { createProcesses } from './processes.ts'
import { createPurge } from './purge.ts'
import { createRates } from './rates.ts'
import { createRecallIndex } from './recall/recall-index.ts'
import { createRemembered } from './remembered.ts'
import { createReplies } from './replies.ts'
import { createSessionLifeStore } from './session-life.ts'
import { createSessions } from './sessions.ts'
import { createSettingsStore } from './settings.ts'
import { createSummaries } from './summaries.ts'
import { createTitles } from './titles.ts'
import { createTurnStore } from './turn-store.ts'

export type Repositories = {
  sessions: Sessions
  messages: Messages
  turnStore: TurnStore
  processes: Processes
  jobs: Jobs
  jobBoard: JobBoard
  titles: Titles
  summaries: Summaries
  purge: Purge
  sessionLifeStore: SessionLifeStore
  finalDeletion: FinalDeletion
  exchangeForgetting: ExchangeForgetting
  settings: SettingsStore
  exchangeQueue: ExchangeQueue
  contextMaps: ContextMaps
  interfaceSessions: InterfaceSessions
  replies: Replies
  remembered: Remembered
  rates: Rates
  accessAttempts: AccessAttempts
  recallIndex: RecallIndex
}

/** Every port that this folder serves. */
export function createRepositories(database: Database, deps: { tokens: TokenCounter }): Repositories {
  return {
    sessions: createSessions(database),
    messages: createMessages(database),
    turnStore: createTurnStore(database),
    processes: createProcesses(database, deps.tokens),
    jobs: createJobs(database),
    jobBoard: createJobBoard(database),
    titles: createTitles(database),
    summaries: createSummaries(database),
    purge: createPurge(database),
    sessionLifeStore: createSessionLifeStore(database),
    finalDeletion: createFinalDeletion(database),
    exchangeForgetting: createExchangeForgetting(database),
    settings: createSettingsStore(database),
    exchangeQueue: createExchangeQueue(database),
    contextMaps: createContextMaps(database),
    interfaceSessions: createInterfaceSessions(database),
    replies: createReplies(database),
    remembered: createRemembered(database),
    rates: createRates(database),
    accessAttempts: createAccessAttempts(database),
    recallIndex: createRecallIndex(database),
  }
}
