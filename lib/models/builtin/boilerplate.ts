/** The sentences that the built-in model's replies begin with; by them it knows its own, also one that was stopped. */
export const OPENINGS = {
  quotes: 'Here is what I found in what I was sent:',
  nothing: 'Nothing that I was sent answers this.',
  hello: 'Hello! This is the built-in model of Throughline.',
} as const

export function isOwnReply(text: string): boolean {
  const start = text.trimStart()
  return Object.values(OPENINGS).some((opening) => start.startsWith(opening) || opening.startsWith(start))
}
