import { shortened } from './holding-terms.ts'

/** Terms as a chunk keeps them: each in the form in which it is looked for. */
export function storedTerms(terms: readonly string[]): { terms: string; termCount: number } {
  return { terms: terms.map(shortened).join(' '), termCount: terms.length }
}
