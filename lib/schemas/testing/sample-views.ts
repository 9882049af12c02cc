import type { ContextMapView } from '../context-map.ts'
import type { MessageView } from '../message.ts'
import type { SessionView } from '../session.ts'

const TIME = '2026-01-01T00:00:00.000Z'

/** An empty, complete answer; a test names what matters to it. */
export const sampleMessage = (change: Partial<MessageView> = {}): MessageView => ({
  id: 'a',
  seq: 1,
  kind: 'message',
  role: 'assistant',
  parts: [],
  status: 'complete',
  model: null,
  usage: null,
  error: null,
  clientId: null,
  pinned: false,
  excluded: false,
  tokens: 0,
  createdAt: TIME,
  ...change,
})

/** A session of one exchange. */
export const sampleSession = (change: Partial<SessionView> = {}): SessionView => ({
  id: 's',
  title: 'Title',
  pinned: false,
  source: 'page',
  temporary: false,
  lastActiveAt: TIME,
  answering: false,
  unread: false,
  revision: '2.0.1',
  titleBy: 'message',
  model: null,
  instructions: null,
  memory: null,
  createdAt: TIME,
  brief: false,
  nextSeq: 2,
  messageCount: 2,
  tokenCount: 8,
  ...change,
})

/** The map of a turn that was sent nothing, by the default settings. */
export const sampleMap = (change: Partial<ContextMapView> = {}): ContextMapView => ({
  version: 1,
  settings: { maxExchanges: null, maxTokens: 8_000, useSummary: true },
  limit: { total: 8_000, maxTokens: 8_000, window: 128_000, answerReserve: 4_000 },
  encoding: 'o200k_base',
  exact: true,
  segments: [],
  leftOut: [],
  keptStart: null,
  trimmed: null,
  summary: null,
  owed: null,
  summaryFailure: null,
  recall: null,
  tokens: 0,
  overBudget: false,
  ...change,
})
