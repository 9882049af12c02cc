import type { ModelItem } from '@/lib/schemas/model'
import type { SummaryView } from '@/lib/schemas/summary'
import { tokensInWords } from '../tokens-in-words'

type Written = Pick<SummaryView, 'author' | 'model' | 'basedOn' | 'tokens' | 'createdAt'>

type Named = Pick<ModelItem, 'id' | 'name'>

/** How long it is, who wrote it and when: "512 tokens, by you, from v2, Mar 14, 2026, 10:32 AM". */
export function summaryFacts(version: Written, models: readonly Named[]): string {
  const { author, model, basedOn, tokens, createdAt } = version
  const name = models.find(({ id }) => id === model)?.name ?? model ?? 'a model'
  const from = basedOn === null ? '' : `, from v${basedOn}`
  return `${tokensInWords(tokens)}, by ${author === 'user' ? 'you' : name}${from}, ${moment(createdAt)}`
}

const moment = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
