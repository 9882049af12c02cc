import { written } from '@/components/ui/written'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { tokensInWords } from './tokens-in-words'

type Recall = NonNullable<ContextMapView['recall']>

/** "1 passage", "3 passages". */
export const passagesInWords = (count: number): string =>
  `${written(count)} ${count === 1 ? 'passage' : 'passages'}`

/** What recall did for a turn, or will do, in a sentence or two; null: nothing is recalled there. */
export function recallInWords({ recall, segments }: ContextMapView): string | null {
  if (recall === null) return null
  switch (recall.outcome) {
    case 'reserved':
      return recall.reserve === 0
        ? 'There is no room for what is recalled.'
        : `Up to ${tokensInWords(recall.reserve)} are kept free for what is recalled once you send it.`
    case 'found': {
      const found = segments.find((segment) => segment.kind === 'recall')
      const count = found ? passagesInWords(found.passages.length) : 'Passages'
      const much = found ? `, ${written(found.tokens)} of up to ${tokensInWords(recall.reserve)}` : ''
      return `${count} recalled${much}.${byWordsAlone(recall)}`
    }
    case 'nothing':
      return `Searched, and nothing said before was near enough.${byWordsAlone(recall)}`
    case 'failed':
      return `The memory could not be searched: ${withStop(recall.failure ?? 'nobody knows why')} The turn went on without.`
  }
}

function byWordsAlone({ by, failure }: Recall): string {
  if (by !== 'words') return ''
  return failure === null
    ? ' Searched by words alone.'
    : ` Searched by words alone, for meanings could not be compared: ${withStop(failure)}`
}

const withStop = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)
