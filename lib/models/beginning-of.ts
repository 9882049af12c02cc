/** The first of a text's UTF-16 units, at most so many, and never half of a character. */
export const beginningOf = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
