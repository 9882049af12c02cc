import { tokensInWords } from '@/components/context/tokens-in-words'
import { written } from '@/components/ui/written'
import type { ContextMapView } from '@/lib/schemas/context-map'
import type { Effect } from './effect'
import { owedInWords } from './effect-words'
import { countInWords } from './message-count'

/** What B sends beside A: "B sends 5,660 tokens less than A. 42 messages are sent by A alone." */
export function differenceInWords(a: Effect, b: Effect): string {
  const [inA, inB] = [messagesOf(a.map), messagesOf(b.map)]
  const onlyA = [...inA].filter((id) => !inB.has(id)).length
  const onlyB = [...inB].filter((id) => !inA.has(id)).length
  const [toldA, toldB] = [a, b].map(({ summarised }) => summarised)
  const sameSummary = summaryOf(a.map) === summaryOf(b.map)
  const same = onlyA === 0 && onlyB === 0 && sameSummary && a.map.tokens === b.map.tokens

  const owed = a.owed.count !== b.owed.count
  const sentences = [
    same
      ? `Both send the same${owed ? ' for now' : ''}: ${tokensInWords(a.map.tokens)}.`
      : sizesInWords(a.map.tokens, b.map.tokens),
  ]
  if (onlyA > 0) sentences.push(`${sentInWords(onlyA)} by A alone.`)
  if (onlyB > 0) sentences.push(`${sentInWords(onlyB)} by B alone.`)
  if (!sameSummary && toldA && toldA.count > 0)
    sentences.push(`In A a summary stands for ${countInWords(toldA)}.`)
  if (!sameSummary && toldB && toldB.count > 0)
    sentences.push(`In B a summary stands for ${countInWords(toldB)}.`)
  if (owed && a.owed.count > 0) sentences.push(`In A, ${owedInWords(a)}.`)
  if (owed && b.owed.count > 0) sentences.push(`In B, ${owedInWords(b)}.`)
  return sentences.join(' ')
}

function sizesInWords(a: number, b: number): string {
  if (a === b) return `Both send ${tokensInWords(a)}, though not the same.`
  return `B sends ${tokensInWords(Math.abs(a - b))} ${b < a ? 'less' : 'more'} than A: ${written(b)} beside ${written(a)}.`
}

const sentInWords = (count: number) => `${written(count)} ${count === 1 ? 'message is' : 'messages are'} sent`

const messagesOf = ({ segments }: ContextMapView): Set<string> =>
  new Set(segments.flatMap((segment) => (segment.kind === 'message' ? [segment.messageId] : [])))

const summaryOf = ({ summary }: ContextMapView): string | null => summary?.id ?? null
