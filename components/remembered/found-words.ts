import type { MemoryPage } from '@/lib/schemas/recall'

/** What was found, in a sentence or two; what there is to learn where it is nothing. */
export function foundInWords({
  items,
  query,
  sessionId,
  failure,
}: Pick<MemoryPage, 'items' | 'failure'> & { query: string; sessionId: string | null }): string {
  const words = failure === null ? '' : ` Searched by words alone: ${failure}`
  if (query === '') {
    if (items.length > 0) return 'The newest first.'
    return sessionId === null
      ? 'When an answer is finished, its question and answer come to stand here, and later messages can find them.'
      : 'Nothing of this conversation is remembered.'
  }
  const given = items.filter(({ fit }) => fit?.letIn).length
  if (items.length === 0) return `Nothing has anything to do with “${query}”.${words}`
  if (given === 0) return `A message that says this would be given nothing.${words}`
  return `A message that says this would be given ${given === 1 ? 'this passage' : `the best of these ${given.toLocaleString('en')}`}.${words}`
}
