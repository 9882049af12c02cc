import type { RecallSettings } from '@/lib/schemas/memory-settings'
import type { MemoryPage } from '@/lib/schemas/recall'

type Found = Pick<MemoryPage, 'items' | 'failure'> & { query: string; sessionId: string | null }

/** What was found, in a sentence or two; what there is to learn where it is nothing. `recall`: of all conversations. */
export function foundInWords(found: Found, recall: RecallSettings): string {
  const { items, query, sessionId, failure } = found
  const words = failure === null ? '' : ` Searched by words alone: ${failure}`
  if (query === '') {
    if (items.length > 0) return 'The newest first.'
    if (sessionId !== null) return 'Nothing of this conversation is remembered.'
    return recall.from === 'off' || !recall.remembered
      ? 'As recall is set above, only conversations with settings of their own come to stand here.'
      : 'When an answer is finished, its question and answer come to stand here, and later messages can find them.'
  }
  const given = items.filter(({ fit }) => fit?.letIn).length
  if (items.length === 0) return `Nothing has anything to do with “${query}”.${words}`
  return `${messageOf(sessionId, recall)} that says this would be given ${givenInWords(given, recall.topK)}.${words}`
}

/** Who would be given it: the search is of all conversations, or of one, whatever the settings are. */
function messageOf(sessionId: string | null, { from }: RecallSettings): string {
  if (sessionId !== null) return 'Of this conversation alone, a message'
  return from === 'all' ? 'A message' : 'If all conversations were recalled from, a message'
}

/** `most`: so many a message is given. */
function givenInWords(count: number, most: number): string {
  if (count === 0) return 'nothing'
  if (most === 0) return 'nothing, as the settings ask for no passages'
  if (count === 1) return 'this passage'
  if (count <= most) return `these ${count}, where they differ`
  return `the best ${most === 1 ? 'one' : most} of these ${count.toLocaleString('en')}, where they differ`
}
