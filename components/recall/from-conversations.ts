/** Where the passages of an answer are from, of which its own conversation may be one: "recalled from 2 conversations". */
export const fromConversations = (count: number): string =>
  count === 1 ? 'recalled from one conversation' : `recalled from ${count.toLocaleString('en')} conversations`
