import { limitOf } from './limit.ts'
import type { MemorySettings, ModelLimits } from './types.ts'

/** Of what may be sent. With more, a small limit would hold a summary and nothing else. */
const SHARE = 1 / 4
/** In English; of other languages a token is less of a word. */
const WORDS_PER_TOKEN = 0.75
/** So many words the default prompt names, and the limit has room for them as a rule. */
export const MOST_SUMMARY_WORDS = 400
/** Fewer tell nothing, however small the limit. */
const LEAST_WORDS = 20

/** How many words a summary may have under a limit: what a model is told, and nothing that it is held to. */
export function summaryWords(settings: MemorySettings, limits: ModelLimits): number {
  const words = Math.floor(WORDS_PER_TOKEN * SHARE * limitOf(settings, limits).total)
  return Math.max(LEAST_WORDS, Math.min(MOST_SUMMARY_WORDS, words))
}
