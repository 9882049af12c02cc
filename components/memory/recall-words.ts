import type { RecallSettings } from '@/lib/schemas/memory-settings'

/** The names of what can be recalled from. */
export const FROM_NAMES: Record<RecallSettings['from'], string> = {
  all: 'All conversations',
  session: 'The same conversation only',
  off: 'Nothing',
}

/** Explains what is recalled from, as it is chosen. */
export const FROM_HINTS: Record<RecallSettings['from'], string> = {
  all: 'Your message is compared with everything said in your conversations. What comes near enough is quoted before it, with its date, and named below the answer.',
  session: 'Only what was said earlier in the same conversation and is no longer sent is looked through.',
  off: 'Nothing is looked for, and nothing that is said is kept to be found.',
}

export const REMEMBERED_HINT =
  'Finished questions and answers are indexed, to be found by later messages. Off: what is indexed goes from the index; the conversation itself stays.'

export const KEPT_HINT =
  'Nothing of a temporary chat is indexed, whatever stands here. It counts from the moment on that the chat is kept.'

export const TOP_K_HINT = 'Only the best are quoted. With 0 nothing is, though what is said is still indexed.'

export const RECALL_TOKENS_HINT =
  'The history leaves so much room free, so that what is recalled never pushes anything out. Whatever is too long for it is cut.'

/** Explains the least similarity as it stands. */
export const minScoreHint = (minScore: number | null): string =>
  minScore === null
    ? 'Off: the embedding model’s own rule, which was measured for it.'
    : 'A likeness in meaning from 0 to 1. Higher recalls less; what the numbers mean differs from one embedding model to another.'

/** What recall is set to, in a sentence; of a temporary chat, what of it counts. */
export function recallSettingsInWords(
  { from, remembered, topK }: RecallSettings,
  { temporary = false } = {},
): string {
  if (from === 'off') return 'Nothing is recalled, and nothing that is said is kept to be recalled.'
  const where = from === 'all' ? 'all conversations' : 'the same conversation'
  const recalled =
    topK === 0
      ? 'Nothing is recalled.'
      : `Up to ${topK} ${topK === 1 ? 'passage' : 'passages'} from ${where} may be quoted before your message.`
  if (temporary) return `${recalled} What is said is not recalled later while the chat is temporary.`
  return `${recalled} ${remembered ? 'What is said may be recalled later.' : 'What is said is not recalled later.'}`
}
