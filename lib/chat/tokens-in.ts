import {
  type Encoding,
  estimateTokens,
  estimateUnseen,
  isEstimate,
  type StoredMessage,
  type StoredSummary,
  writtenText,
} from '../memory/index.ts'
import type { TokenCounts } from '../ports/token-counter.ts'

/** A text's count in the encoding that a model is counted by. */
export const tokensIn = (encoding: Encoding, { cl100k, o200k }: TokenCounts, text: string): number =>
  estimateTokens(encoding, text, storedCount(encoding, cl100k, o200k))

/** The same where the text is not at hand: an estimate that is too high rather than too low. */
export const unseenTokensIn = (encoding: Encoding, { cl100k, o200k }: TokenCounts): number =>
  estimateUnseen(encoding, storedCount(encoding, cl100k, o200k))

/** The same of stored rows, which come with the count that an estimate starts from. */
export const rowsIn = (encoding: Encoding, rows: StoredMessage[]): StoredMessage[] =>
  isEstimate(encoding)
    ? rows.map((row) => ({ ...row, tokens: estimateTokens(encoding, writtenText(row), row.tokens) }))
    : rows

/** The same of a summary's versions, whose texts are not read for a plan. */
export const summariesIn = (encoding: Encoding, versions: readonly StoredSummary[]): StoredSummary[] =>
  versions.map((version) => ({ ...version, tokens: estimateUnseen(encoding, version.tokens) }))

function storedCount(encoding: Encoding, cl100k: number, o200k: number): number {
  if (encoding === 'unknown') return Math.max(cl100k, o200k)
  return encoding === 'o200k_base' ? o200k : cl100k
}
