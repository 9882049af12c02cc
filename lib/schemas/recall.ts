import { z } from 'zod'
import { id, incomingText } from './text.ts'

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The most that people search their memory by, in UTF-16 units. */
export const MEMORY_QUERY_MAX = 2_000

const day = z.iso.date('This is no day as in 2026-01-31.').nullable().default(null)

export const memoryQuery = z
  .object({
    /** Empty: all there is, newest first. */
    query: incomingText(MEMORY_QUERY_MAX).default(''),
    /** Of one conversation alone. */
    sessionId: id.nullable().default(null),
    /** Said on this day or later, and on this day or earlier. */
    from: day,
    to: day,
    /** Of the clocks that these days are told by. */
    timeZone: z.string().max(100).refine(isTimeZone, 'There is no such time zone.').default('UTC'),
    cursor: incomingText(500).nullable().default(null),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  })
  .refine(({ from, to }) => from === null || to === null || from <= to, 'The first day is after the last.')
export type MemoryQuery = z.infer<typeof memoryQuery>

/** `waiting`: not to be found yet, or as it was indexed before; `words`: by its words alone, until it has its vector. */
const indexState = z.enum(['waiting', 'words', 'indexed'])

/** What a passage adds to a question: something, no more than another question, or nothing that it does not say itself. */
const told = z.enum(['something', 'a question', 'nothing'])
export type Told = z.infer<typeof told>

/** An exchange that can be recalled. */
export const memoryItem = z.object({
  /** Its question's. */
  id: z.string(),
  sessionId: z.string(),
  title: z.string(),
  saidAt: z.iso.datetime(),
  /** The beginnings of both, or of a search what is around the words that they were found by. */
  user: z.string(),
  /** null: it is not remembered, as those of the built-in model are not. */
  assistant: z.string().nullable(),
  state: indexState,
  /** Why the newest try to index it failed. */
  error: z.string().nullable(),
  /** Of a search: how well it fits. `letIn`: whether a turn that asked this would be given it. */
  fit: z
    .object({
      score: z.number(),
      cosine: z.number().nullable(),
      words: z.number(),
      told,
      letIn: z.boolean(),
    })
    .nullable(),
})
export type MemoryItem = z.infer<typeof memoryItem>

export const memoryPage = z.object({
  items: z.array(memoryItem),
  next: z.string().nullable(),
  /** Of a search: why it was by words alone; null: it was not. */
  failure: z.string().nullable(),
})
export type MemoryPage = z.infer<typeof memoryPage>

/** How the index of an owner stands. */
export const memoryState = z.object({
  /** Whether the server remembers at all. */
  available: z.boolean(),
  exchanges: z.number().int(),
  sessions: z.number().int(),
  /** Of them: neither words nor vectors yet, or those that it was indexed by before. */
  waiting: z.number().int(),
  /** Of them: found by words, and no vector of the model yet. */
  withoutVector: z.number().int(),
  /** Of them: whose newest try failed. */
  failed: z.number().int(),
  /** The embedding model; null: none. */
  model: z.string().nullable(),
  /** About how much the index takes, in bytes. */
  bytes: z.number().int(),
})
export type MemoryState = z.infer<typeof memoryState>

/** Why a passage was let in. */
export const recallRule = z.enum(['similarity', 'gate', 'words'])

/** A passage that an answer was given, as it is now. */
export const receipt = z.object({
  exchangeId: z.string(),
  sessionId: z.string(),
  /** The question's, in its session. */
  seq: z.number().int(),
  rank: z.number().int(),
  score: z.number(),
  cosine: z.number().nullable(),
  words: z.number(),
  rule: recallRule,
  /** null from here on: it was forgotten. */
  title: z.string().nullable(),
  saidAt: z.iso.datetime().nullable(),
  user: z.string().nullable(),
  assistant: z.string().nullable(),
})
export type Receipt = z.infer<typeof receipt>
