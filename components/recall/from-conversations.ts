/** What an answer was given beside its own conversation: "from 2 earlier conversations". */
export const fromConversations = (count: number): string =>
  count === 1 ? 'from an earlier conversation' : `from ${count.toLocaleString('en')} earlier conversations`
