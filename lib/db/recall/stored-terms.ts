/** Terms as a chunk keeps them. */
export function storedTerms(terms: readonly string[]): { terms: string; termCount: number } {
  return { terms: terms.join(' '), termCount: terms.length }
}
