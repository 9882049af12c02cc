import { scoresInWords } from '../../components/recall/fit-words.ts'
import { effectiveMemory } from '../../lib/chat/effective-memory.ts'
import { daysIn } from '../../lib/chat/said-days.ts'
import type { RecallSettings } from '../../lib/schemas/memory-settings.ts'
import { LOCAL_OWNER } from '../../lib/schemas/owner.ts'
import type { MemoryItem, MemoryQuery } from '../../lib/schemas/recall.ts'
import { PlainError } from '../progress.mjs'
import type { OpenMemory } from './open-memory.ts'

/** Characters of what was said that are shown. */
const SHOWN = 100

/** What is found, best first, and what of it a turn would be given. Throws `PlainError` where there is nothing to search. */
export async function searchLines(
  { isOn, pages, sessions, settings }: Omit<OpenMemory, 'label' | 'close'>,
  query: MemoryQuery,
): Promise<string[]> {
  if (!isOn) throw new PlainError('Nothing is found with RECALL=0: this server remembers nothing.')
  if (query.sessionId !== null) await sessions.choices(LOCAL_OWNER, query.sessionId)
  const { exchanges, waiting } = await pages.state(LOCAL_OWNER)
  if (exchanges === 0) throw new PlainError('Nothing is remembered yet.')
  const { items, failure } = await pages.page(LOCAL_OWNER, query)
  // What waits to be indexed anew is found all the same.
  if (items.length === 0 && exchanges === waiting)
    throw new PlainError(`Nothing is indexed yet. Waiting: ${waiting}; a running server indexes them.`)
  const dayOf = daysIn(query.timeZone)
  const { recall } = effectiveMemory(await settings.get(LOCAL_OWNER), null)
  return [
    ...items.flatMap((item) => linesOf(item, dayOf)),
    given(items, recall),
    ...(failure === null ? [] : [`Searched by words alone: ${failure}`]),
  ]
}

function linesOf(
  { sessionId, title, saidAt, user, fit }: MemoryItem,
  dayOf: (time: Date) => string,
): string[] {
  return [
    `${fit?.letIn ? '*' : ' '} ${dayOf(new Date(saidAt))}  ${onOneLine(title)}`,
    ...(fit ? [`  ${scoresInWords(fit)}`] : []),
    `  ${onOneLine(user)}`,
    `  --session ${sessionId}`,
    '',
  ]
}

function given(items: readonly MemoryItem[], { from, topK }: RecallSettings): string {
  if (items.length === 0) return 'Nothing has anything to do with it.'
  if (from === 'off') return 'Recall is off in the settings: a turn is given nothing.'
  const near = items.filter(({ fit }) => fit?.letIn).length
  const most = Math.min(near, topK)
  if (most === 0) return 'A turn that asks this is given none of these.'
  return `*: near enough. A turn that asks this is given the best ${most} of them, where they fit and differ.`
}

/** What was said must not steer a terminal. */
function onOneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= SHOWN ? line : `${characters.slice(0, SHOWN).join('')} …`
}
