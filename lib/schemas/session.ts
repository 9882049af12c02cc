import { z } from 'zod'
import { type SessionMemory, sessionMemory } from './memory-settings.ts'
import { id, incomingText, modelId } from './text.ts'
import { isVisible, plainTitle, TITLE_MAX } from './title-text.ts'

/** What a session is from its beginning on. */
export type SessionKind = {
  source: Exclude<SessionItem['source'], 'import'>
  /** The end user that a client of the interfaces named. */
  user: string | null
  /** Not named, and purged as soon as it has ended. */
  temporary: boolean
  /** Whether it ends some time after its last activity. */
  brief: boolean
  memory: SessionMemory | null
}

/** One of the page. */
export const PAGE_SESSION: SessionKind = {
  source: 'page',
  user: null,
  temporary: false,
  brief: false,
  memory: null,
}

const sessionSource = z.enum(['page', 'interface', 'import'])

/** A row of the sidebar. */
export const sessionItem = z.object({
  id: z.string(),
  title: z.string(),
  pinned: z.boolean(),
  source: sessionSource,
  temporary: z.boolean(),
  lastActiveAt: z.iso.datetime(),
  answering: z.boolean(),
  unread: z.boolean(),
  /**
   * Another one whenever the messages are others: said, answered, cleared, brought back, cut by a fresh start or joined
   * again; and whenever a model, instructions, memory, a summary or a mark were chosen. Says nothing of an order: only
   * whether two are the same.
   */
  revision: z.string(),
})
export type SessionItem = z.infer<typeof sessionItem>

export const sessionPage = z.object({ sessions: z.array(sessionItem), next: z.string().nullable() })
export type SessionPage = z.infer<typeof sessionPage>

export const sessionView = sessionItem.extend({
  titleBy: z.enum(['none', 'message', 'model', 'user']),
  model: z.string().nullable(),
  /** null: the default of the settings. */
  instructions: z.string().nullable(),
  /** null: all as in the settings. */
  memory: sessionMemory.nullable(),
  createdAt: z.iso.datetime(),
  /** Whether it ends some time after its last activity, unless it is pinned. */
  brief: z.boolean(),
  /** The seq that the next message gets. */
  nextSeq: z.number().int(),
  messageCount: z.number().int(),
  tokenCount: z.number().int(),
})
export type SessionView = z.infer<typeof sessionView>

export const INSTRUCTIONS_MAX = 100_000

export const sessionPatch = z
  .strictObject({
    title: incomingText(TITLE_MAX)
      .transform(plainTitle)
      .refine(isVisible, 'A title needs something that can be seen.'),
    model: modelId.nullable(),
    instructions: incomingText(INSTRUCTIONS_MAX).nullable(),
    memory: sessionMemory.nullable(),
    /** Keeps a temporary session. */
    temporary: z.literal(false),
  })
  .partial()
export type SessionPatch = z.infer<typeof sessionPatch>

/** The longest page of the list: a reader who was far down it is back there in a few requests. */
export const LIST_MAX = 2_000

export const listQuery = z.object({
  cursor: incomingText(500).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(LIST_MAX).default(50),
  /** Part of the title, in any case and with or without its marks. */
  title: incomingText(TITLE_MAX).nullable().default(null),
  source: sessionSource.nullable().default(null),
})
export type SessionListQuery = z.infer<typeof listQuery>

export const readRequest = z.strictObject({ seq: z.number().int().min(0) })

export const sessionParams = z.object({ sessionId: id })
export const dividerParams = sessionParams.extend({ dividerId: id })
