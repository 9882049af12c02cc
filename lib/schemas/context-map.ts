import { z } from 'zod'
import { memorySettings, sessionMemory } from './memory-settings.ts'
import { messageRole, toolFields } from './message.ts'
import { recallRule, receipt } from './recall.ts'
import { id, incomingText, MESSAGE_MAX, modelId } from './text.ts'

const seq = z.number().int()
const tokens = z.number().int()

export const leftOutReason = z.enum([
  'window',
  'budget',
  'excluded',
  'afresh',
  'failed',
  'empty',
  'forgotten',
  'unanswered',
])
export type LeftOutReason = z.infer<typeof leftOutReason>

const ofBoth = z.object({ user: z.number().int(), assistant: z.number().int() })
const passageChars = ofBoth.extend({ from: ofBoth.optional() })

const recalledPassage = z.object({
  exchangeId: z.string(),
  sessionId: z.string(),
  answerId: z.string().nullable(),
  seq,
  rank: z.number().int(),
  score: z.number(),
  cosine: z.number().nullable(),
  words: z.number(),
  rule: recallRule,
  chars: passageChars.nullable(),
})

const recallRecord = z.object({
  reserve: tokens,
  outcome: z.enum(['reserved', 'found', 'nothing', 'failed']),
  failure: z.string().nullable(),
  by: z.enum(['meaning-and-words', 'words']).nullable(),
  model: z.string().nullable(),
})

/** `lib/memory`'s ContextMap, as stored and as sent to the page; a test holds the two equal. */
export const contextMap = z.object({
  version: z.literal(1),
  settings: memorySettings,
  limit: z.object({
    total: tokens,
    maxTokens: tokens.nullable(),
    window: tokens,
    answerReserve: tokens,
  }),
  encoding: z.enum(['cl100k_base', 'o200k_base', 'cl100k_digits', 'unknown']),
  exact: z.boolean(),
  segments: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('instructions'), hash: z.string(), tokens }),
      z.object({ kind: z.literal('tools'), hash: z.string(), tokens }),
      z.object({
        kind: z.literal('summary'),
        summaryId: z.string(),
        version: z.number().int(),
        fromSeq: seq,
        toSeq: seq,
        hash: z.string(),
        tokens,
      }),
      z.object({
        kind: z.literal('message'),
        messageId: z.string(),
        seq,
        role: messageRole,
        tokens,
        pinned: z.literal(true).optional(),
      }),
      z.object({ kind: z.literal('recall'), hash: z.string(), tokens, passages: z.array(recalledPassage) }),
      z.object({ kind: z.literal('continuation'), hash: z.string(), tokens }),
    ]),
  ),
  leftOut: z.array(z.object({ fromSeq: seq, toSeq: seq, reason: leftOutReason })),
  keptStart: seq.nullable(),
  // Maps from before there were two marks have none.
  trimmed: z
    .object({ beforeSeq: seq, reason: z.enum(['window', 'budget']) })
    .nullable()
    .default(null),
  // Nor those from before there were summaries any of these three.
  summary: z.object({ id: z.string(), version: z.number().int(), toSeq: seq }).nullable().default(null),
  owed: z.object({ fromSeq: seq, toSeq: seq }).nullable().default(null),
  summaryFailure: z.string().nullable().default(null),
  // Nor those from before there was recall.
  recall: recallRecord.nullable().default(null),
  tokens,
  overBudget: z.boolean(),
})
export type ContextMapView = z.infer<typeof contextMap>

/** Asks what the next turn would hold; stores nothing. */
export const planRequest = z.strictObject({
  sessionId: id.nullable(),
  draft: incomingText(MESSAGE_MAX).default(''),
  model: modelId.nullable().default(null),
  /** Settings to be tried: they count before the session's own, as those do before the owner's. */
  memory: sessionMemory.nullable().default(null),
})
export type PlanRequest = z.infer<typeof planRequest>

export const planResponse = z.object({ map: contextMap })
export type PlanResponse = z.infer<typeof planResponse>

/** The context of a past answer, with the messages just as the model was sent them. */
export const answerContextResponse = z.object({
  map: contextMap.nullable(),
  /** null where a text was forgotten since. */
  sent: z.array(z.object({ role: messageRole, content: z.string().nullable(), ...toolFields })),
  /** What the model could call, as JSON; null: nothing. */
  tools: z.string().nullable(),
  /** Of what was recalled, the best first. */
  receipts: z.array(receipt),
})
export type AnswerContext = z.infer<typeof answerContextResponse>

export const answerParams = z.object({ answerId: id })
