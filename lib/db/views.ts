import type { ErrorBody } from '../errors.ts'
import type { SessionMemory } from '../schemas/memory-settings.ts'
import type { MessagePart, MessageView, Usage } from '../schemas/message.ts'
import type { SessionItem, SessionView } from '../schemas/session.ts'
import type { SummaryView } from '../schemas/summary.ts'
import type { Message, Session, Summary } from './generated/sqlite/client.ts'
import { toolFields } from './tool-fields.ts'

type ViewedMessage = Omit<Message, 'owner' | 'sessionId' | 'parentId' | 'onPath' | 'text' | 'tokensCl100k'>

/** A message's row as the page sees it. The Json columns hold what this folder wrote there. */
export const toMessageView = (row: ViewedMessage): MessageView => ({
  id: row.id,
  seq: row.seq,
  kind: row.kind,
  role: row.role,
  parts: row.parts as MessagePart[],
  ...toolFields(row),
  status: row.status,
  model: row.model,
  usage: row.usage as Usage | null,
  error: row.error as ErrorBody | null,
  clientId: row.clientId,
  pinned: row.pinned,
  excluded: row.excluded,
  ...(row.recalledFrom > 0 ? { recalledFrom: row.recalledFrom } : {}),
  tokens: row.tokensO200k,
  createdAt: row.createdAt.toISOString(),
})

/** What a row of the list is made of: a session's instructions may be long. */
export const ITEM_COLUMNS = {
  id: true,
  title: true,
  pinned: true,
  source: true,
  temporary: true,
  lastActiveAt: true,
  answeredSeq: true,
  readSeq: true,
  clearedBefore: true,
  nextSeq: true,
  chosen: true,
} as const

/** `answering`: a run holds the session's lock. */
export const toSessionItem = (
  row: Pick<Session, keyof typeof ITEM_COLUMNS>,
  answering: boolean,
): SessionItem => ({
  id: row.id,
  title: row.title,
  pinned: row.pinned,
  source: row.source,
  temporary: row.temporary,
  lastActiveAt: row.lastActiveAt.toISOString(),
  answering,
  unread: !answering && isUnread(row),
  revision: `${row.nextSeq}.${row.clearedBefore}.${row.answeredSeq}.${row.chosen}`,
})

/** The answers of a program's session went to the program: nobody is to be called to the page for them. */
const isUnread = (row: Pick<Session, 'source' | 'answeredSeq' | 'readSeq' | 'clearedBefore'>): boolean =>
  row.source !== 'interface' && row.answeredSeq > Math.max(row.readSeq, row.clearedBefore - 1)

export const toSessionView = (row: Session, answering: boolean): SessionView => ({
  ...toSessionItem(row, answering),
  titleBy: row.titleBy,
  model: row.model,
  instructions: row.instructions,
  memory: row.memory as SessionMemory | null,
  createdAt: row.createdAt.toISOString(),
  brief: row.brief,
  nextSeq: row.nextSeq,
  messageCount: row.messageCount,
  tokenCount: row.tokenCount,
})

/** `onPath`: its path was not left. */
export const toSummaryView = (row: Summary, onPath: boolean): SummaryView => ({
  id: row.id,
  version: row.version,
  fromSeq: row.fromSeq,
  toSeq: row.toSeq,
  messageCount: row.messageCount,
  text: row.text,
  tokens: row.tokensO200k,
  author: row.author,
  model: row.model,
  basedOn: row.basedOn,
  usable: row.usable && onPath,
  createdAt: row.createdAt.toISOString(),
})
