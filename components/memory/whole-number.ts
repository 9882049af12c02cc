/** The whole number that was typed, with or without separators; null for anything else. */
export function wholeNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s,.’']/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
