import { z } from 'zod'
import { id, incomingText } from './text.ts'

const SUMMARY_MAX = 100_000
const seq = z.number().int()

/** One version of a conversation's summary, as its reader sees it. */
export const summaryView = z.object({
  id: z.string(),
  version: z.number().int(),
  /** It stands for all messages of the path from here to `toSeq`, but for those that were pinned or left out. */
  fromSeq: seq,
  toSeq: seq,
  /** How many messages it tells. */
  messageCount: z.number().int(),
  text: z.string(),
  /** By o200k_base, of the text as it is sent, without the words around it. */
  tokens: z.number().int(),
  author: z.enum(['model', 'user']),
  model: z.string().nullable(),
  /** The version that was edited or taken back to; null: it was written from messages. */
  basedOn: z.number().int().nullable(),
  /** False while an exchange of its range is marked otherwise than when it was written, or its path was left. */
  usable: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type SummaryView = z.infer<typeof summaryView>

/** Newest version first. */
export const summaryList = z.object({
  versions: z.array(summaryView),
  /** Whether one is being written, or waits to be; and what the last try failed with, in a sentence. */
  writing: z.boolean(),
  failure: z.string().nullable(),
})
export type SummaryList = z.infer<typeof summaryList>

/** `now` or `rewrite` asks a model for it, as a job; the page looks for what came of it. */
export const summaryRequest = z.strictObject({ ask: z.enum(['now', 'rewrite']) })

/**
 * A new version in the user's words, of the range of `version`; throws `summary_changed` where that is not the newest.
 */
export const summaryEdit = z.strictObject({
  version: z.number().int(),
  text: incomingText(SUMMARY_MAX).refine((text) => text.trim() !== '', 'A summary needs some words.'),
})

/** Makes an earlier version the newest one again, as a version of its own. */
export const summaryRestore = z.strictObject({ summaryId: id })
