import type { RecallSettings } from '@/lib/schemas/memory-settings'
import type { MemoryPage } from '@/lib/schemas/recall'
import type { AskedMemory } from './asked-memory'
import { daysInWords } from './days-words'

type Found = Pick<MemoryPage, 'items' | 'failure'> & Omit<AskedMemory, 'text'> & { query: string }

/** What was found, in a sentence or two; what there is to learn where it is nothing. `recall`: of all conversations. */
export function foundInWords(found: Found, recall: RecallSettings): string {
  const { items, query, sessionId, failure } = found
  const days = daysInWords(found)
  const words = failure === null ? '' : ` Searched by words alone: ${failure}`
  if (query === '') {
    if (items.length > 0) return days === null ? 'The newest first.' : `Said ${days}, the newest first.`
    if (sessionId !== null || days !== null) return `${nothingOf(sessionId, days)} is remembered.`
    return recall.from === 'off' || !recall.remembered
      ? 'As recall is set above, only conversations with settings of their own come to stand here.'
      : 'When an answer is finished, its question and answer come to stand here, and later messages can find them.'
  }
  const given = items.filter(({ fit }) => fit?.letIn).length
  if (items.length === 0) {
    const nothing = days === null ? 'Nothing' : nothingOf(sessionId, days)
    return `${nothing} has anything to do with “${query}”.${words}`
  }
  return `${messageOf(sessionId, days, recall)} that says this would be given ${givenInWords(given, recall.topK)}.${words}`
}

function nothingOf(sessionId: string | null, days: string | null): string {
  const of = sessionId === null ? 'Nothing' : 'Nothing of this conversation'
  return days === null ? of : `${of} that was said ${days}`
}

/** Who would be given it: the search is of all conversations, or of one, whatever the settings are. */
function messageOf(sessionId: string | null, days: string | null, { from }: RecallSettings): string {
  const conditions = [
    sessionId !== null && 'of this conversation alone',
    days !== null && `of what was said ${days}`,
    sessionId === null && from !== 'all' && 'if all conversations were recalled from',
  ].filter((each) => each !== false)
  if (conditions.length === 0) return 'A message'
  const all = conditions.join(', and ')
  return `${all.slice(0, 1).toUpperCase()}${all.slice(1)}, a message`
}

/** `most`: so many a message is given. */
function givenInWords(count: number, most: number): string {
  if (count === 0) return 'nothing'
  if (most === 0) return 'nothing, as the settings ask for no passages'
  if (count === 1) return 'this passage'
  if (count <= most) return `these ${count}, where they differ`
  return `the best ${most === 1 ? 'one' : most} of these ${count.toLocaleString('en')}, where they differ`
}
