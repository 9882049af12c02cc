import type { ForgetCounts } from '@/lib/schemas/forget'

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** "2 conversations and 42 messages": what is counted, less what is not there. Empty when nothing is. */
export function whatGoes(
  { sessions, messages, summaries, maps, exchanges, replies }: ForgetCounts,
  named: { sessions: boolean },
): string {
  const parts = [
    named.sessions && sessions > 0 ? count(sessions, 'conversation', 'conversations') : '',
    messages > 0 ? count(messages, 'message', 'messages') : '',
    summaries > 0 ? count(summaries, 'summary', 'summaries') : '',
    exchanges > 0 ? count(exchanges, 'memory', 'memories') : '',
    maps > 0 ? count(maps, 'context record', 'context records') : '',
    replies > 0 ? count(replies, 'kept reply', 'kept replies') : '',
  ].filter((part) => part !== '')
  return parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/**
 * Said before: "Deletes 42 messages and 21 memories. You have 30 seconds to undo." `along`: how many answers elsewhere go
 * as well.
 */
export function sentenceBefore(
  counts: ForgetCounts,
  { undoSeconds, sessions, along = 0 }: { undoSeconds: number; sessions: boolean; along?: number },
): string {
  const undo =
    undoSeconds === 0 ? 'This cannot be undone.' : `You have ${secondsInWords(undoSeconds)} to undo.`
  const what = whatGoes(counts, { sessions })
  const answers = along === 0 ? '' : `, and ${count(along, 'answer', 'answers')} that quoted it`
  return `${what === '' ? 'There is nothing in it yet.' : `Deletes ${what}${answers}.`} ${undo}`
}

export const secondsInWords = (seconds: number): string => count(seconds, 'second', 'seconds')

/** Said afterwards: "Deleted 42 messages and 21 context records." */
export function sentenceAfter(counts: ForgetCounts, named: { sessions: boolean }): string {
  const what = whatGoes(counts, named)
  return what === '' ? 'Deleted. There was nothing in it.' : `Deleted ${what}.`
}
