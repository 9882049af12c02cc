import type { SummaryView } from '@/lib/schemas/summary'
import { tokensInWords } from '../reason-words'

type Written = Pick<SummaryView, 'author' | 'model' | 'basedOn' | 'tokens' | 'createdAt'>

/** Who wrote a version. */
export function summaryAuthor({ author, model, basedOn }: Omit<Written, 'tokens' | 'createdAt'>): string {
  const from = basedOn === null ? '' : `, from v${basedOn}`
  return `by ${author === 'user' ? 'you' : (model ?? 'a model')}${from}`
}

/** How long it is, who wrote it and when: "512 tokens, by you, from v2, Mar 14, 2026, 10:32 AM". */
export const summaryFacts = (version: Written): string =>
  [tokensInWords(version.tokens), summaryAuthor(version), moment(version.createdAt)].join(', ')

const moment = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
