import { isBlank } from './blank.ts'
import type { Log, MemoryDependencies } from './conversation-memory.ts'
import { summaryPrompt } from './summary-prompt.ts'
import type { Message } from './types.ts'

type Summariser = {
  template: string
  summarize: NonNullable<MemoryDependencies['summarize']>
  log: Log | undefined
}

/**
 * What stands for the messages that were trimmed; null where the model failed or had nothing to say: they are then
 * missing, as without a summary. An abort is no failure, and throws its reason.
 */
export async function summariseTrimmed(
  trimmed: readonly Message[],
  { template, summarize, log }: Summariser,
  signal: AbortSignal | undefined,
): Promise<Message | null> {
  try {
    const text = await summarize(summaryPrompt(template, trimmed), signal ? { signal } : {})
    signal?.throwIfAborted()
    if (!isBlank(text)) return { role: 'system', content: `${INTRODUCTION}\n${text.trim()}` }
    log?.warn('The summary was empty; what was trimmed is left out.', { messages: trimmed.length })
  } catch (error) {
    signal?.throwIfAborted()
    log?.warn('The summary failed; what was trimmed is left out.', { messages: trimmed.length, error })
  }
  return null
}

const INTRODUCTION = 'Summary of the earlier part of this conversation:'
