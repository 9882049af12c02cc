import { tokensInWords } from '@/components/context/tokens-in-words'
import { written } from '@/components/ui/written'
import type { MemorySettings } from '@/lib/schemas/memory-settings'
import type { Effect } from './effect'
import { countInWords } from './message-count'
import { inForce } from './own-memory'

/** "With 5 exchanges the next turn sends 1,240 tokens instead of 6,900, and leaves out 42 messages." */
export function effectInWords(effect: Effect, before: Effect): string {
  const { map, owed } = effect
  const sentences = [`${sendingInWords(effect, before)}${restInWords(effect)}.`]
  if (owed.count > 0) sentences.push(`Of that, ${owedInWords(effect)}.`)
  if (map.overBudget) sentences.push(`That is over the limit of ${tokensInWords(map.limit.total)}.`)
  return sentences.join(' ')
}

/** "10 messages of 230 tokens go as they are only until a summary of them is written" */
export const owedInWords = ({ owed }: Effect): string =>
  `${countInWords(owed)} of ${tokensInWords(owed.tokens)} ${owed.count === 1 ? 'goes as it is' : 'go as they are'} only until a summary tells ${owed.count === 1 ? 'it' : 'them'}`

function sendingInWords({ map }: Effect, { map: before }: Effect): string {
  const tokens = tokensInWords(map.tokens)
  const changes = changeInWords(map.settings, before.settings)
  if (changes === '') return `The next turn sends ${tokens}`
  const start = `With ${changes} the next turn sends`
  return map.tokens === before.tokens
    ? `${start} the same ${tokens}`
    : `${start} ${tokens} instead of ${written(before.tokens)}`
}

function restInWords({ leftOut, summarised }: Effect): string {
  const summary = `sends a summary in place of ${countInWords(summarised)}`
  if (leftOut.count === 0) return summarised.count === 0 ? ', and leaves nothing out' : `, and ${summary}`
  const left = `leaves out ${countInWords(leftOut)}`
  return summarised.count === 0 ? `, and ${left}` : `, ${left}, and ${summary}`
}

/** What differs in what the next turn sends, as it goes on after "With "; empty: nothing. */
function changeInWords(to: MemorySettings, from: MemorySettings): string {
  const changes = [
    to.maxExchanges === from.maxExchanges ? null : exchangesInWords(to.maxExchanges),
    to.maxTokens === from.maxTokens
      ? null
      : to.maxTokens === null
        ? 'no limit by length'
        : `up to ${tokensInWords(to.maxTokens)}`,
    to.useSummary === from.useSummary ? null : to.useSummary ? 'a summary' : 'no summary',
    roomInWords(to) === roomInWords(from) ? null : roomInWords(to),
  ].filter((change) => change !== null)
  return [changes.slice(0, -1).join(', '), ...changes.slice(-1)].filter(Boolean).join(' and ')
}

/** What the history leaves to recall. What recall will find is not known before. */
function roomInWords(settings: MemorySettings): string {
  const { recall } = inForce(settings, null)
  return recall.from === 'off' || recall.topK === 0
    ? 'no recall'
    : `room for ${tokensInWords(recall.maxTokens)} of recall`
}

function exchangesInWords(count: number | null): string {
  if (count === null) return 'no limit by exchanges'
  return `${written(count)} ${count === 1 ? 'exchange' : 'exchanges'}`
}
