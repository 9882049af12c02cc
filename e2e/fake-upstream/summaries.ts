import { SUMMARY_INSTRUCTIONS } from '../../lib/chat/fold-messages.ts'
import { type Behaviour, wordsOf } from './behaviour.ts'

/** Whether a prompt asks for a summary, and for no answer: by the instructions that it holds. */
export const asksForSummary = (instructions: string): boolean => instructions.includes(SUMMARY_INSTRUCTIONS)

/** What its summaries begin with. */
export const SUMMARY_OPENING = 'In short:'

const FAULTS: Record<string, Behaviour> = {
  empty: { text: ' \n' },
  short: { text: 'Ok' },
  thought: { text: '<think>It is too hard to say.' },
  cut: { finish: 'length' },
  long: { text: 'And so it went on and on. '.repeat(4_000) },
  hold: { holdAfter: 0 },
}

const MARKER = /\[\[summary (\w+)\]\]/

/**
 * What a model says when it is asked for a summary: of every quote its first words, of an earlier summary all but what
 * its own opening is. A `[[summary …]]` in a quote has it fail as `FAULTS` says, or with a status.
 */
export function summaryBehaviour(prompt: string): Behaviour {
  const text = `${SUMMARY_OPENING} ${blocksOf(prompt).map(sumUp).join(' / ')}`
  const asked = MARKER.exec(prompt)?.[1]
  if (asked === undefined) return { text }
  return /^\d{3}$/.test(asked) ? { status: Number(asked) } : { text, ...FAULTS[asked] }
}

/** The quotes, each without its signs. */
const blocksOf = (prompt: string): string[] =>
  [...prompt.matchAll(/(?:^> .*$\n?)+/gm)].map(([block]) => block.replaceAll(/^> /gm, '').trim())

function sumUp(block: string): string {
  const isSummary = block.startsWith(SUMMARY_OPENING)
  const words = wordsOf(isSummary ? block.slice(SUMMARY_OPENING.length) : block)
  return words
    .slice(0, isSummary ? EARLIER_WORDS : MESSAGE_WORDS)
    .join('')
    .trim()
}

const MESSAGE_WORDS = 5
const EARLIER_WORDS = 200
