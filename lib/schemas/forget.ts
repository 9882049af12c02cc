import { z } from 'zod'
import { id } from './text.ts'

const count = z.number().int().min(0)

/** What a clear, delete or forgetting takes, or took. */
const forgetCounts = z.object({
  sessions: count,
  messages: count,
  summaries: count,
  maps: count,
  /** Texts that were sent with those answers and with no other one. */
  prompts: count,
  /** Exchanges that could be recalled, and their pieces, which hold the vectors. */
  exchanges: count,
  vectors: count,
  replies: count,
  /** Answers elsewhere that quoted it. Beforehand: as many as could go too; afterwards: that went. */
  quotes: count,
})
export type ForgetCounts = z.infer<typeof forgetCounts>

/** For how long a delete or clear can be taken back, in whole seconds; 0: it cannot. */
const undoSeconds = z.number().int().min(0)

/** Asked before: what deleting all sessions, or forgetting an exchange, would take. */
export const allCounts = forgetCounts.extend({ undoSeconds })

/** Asked before: what deleting and what clearing one session would take. */
export const sessionCounts = z.object({ delete: forgetCounts, clear: forgetCounts, undoSeconds })

/** After a delete or clear: what goes, and until when it can be taken back. */
export const undoView = z.object({ purgeId: z.string(), until: z.iso.datetime(), counts: forgetCounts })
export type UndoView = z.infer<typeof undoView>

export const undoRequest = z.strictObject({ purgeId: id })

/** Of answers that are named, or listed, at once. */
export const ANSWERS_MAX = 1_000

/** Answers that go as well, each without its question: those that quoted what is forgotten. */
const answerIds = z.array(id).max(ANSWERS_MAX).default([])

/** The body of a delete or clear. */
export const forgetAlong = z.strictObject({ answerIds })

/** An exchange is named by any of its messages. */
export const forgetRequest = z.strictObject({ exchangeIds: z.array(id).min(1).max(100), answerIds })
export type ForgetRequest = z.infer<typeof forgetRequest>

export const exchangeQuery = z.strictObject({ exchangeId: id })

/** Of what the answers that quoted it are asked for. */
export const quotesQuery = z.union([exchangeQuery, z.strictObject({ sessionId: id })])
export type QuotesQuery = z.infer<typeof quotesQuery>

/** An answer that was given with something forgotten, or to be forgotten, before it. */
const quoteView = z.object({
  answerId: z.string(),
  session: z.object({ id: z.string(), title: z.string() }),
  createdAt: z.iso.datetime(),
  /** Its first words, once it has ended. */
  words: z.string(),
  /** Whether it is still being written: it has to be stopped before it can go. */
  writing: z.boolean(),
})
export type QuoteView = z.infer<typeof quoteView>

/** The newest first. `total` counts also those that are not listed. */
export const quoteList = z.object({ quotes: z.array(quoteView), total: count })
export type QuoteList = z.infer<typeof quoteList>
