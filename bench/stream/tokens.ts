/** 50 tokens a second. */
export const TOKEN_MS = 20

const WORDS = ['The', ' memory', ' of', ' a', ' chat', ' is', ' read', ',', ' kept', ' and', ' shown', '.\n']

/** The nth token of every answer, in the lengths that tokens have. */
export const tokenOf = (n: number): string => WORDS[n % WORDS.length] ?? ''

export const answerOf = (tokens: number): string =>
  Array.from({ length: tokens }, (_, n) => tokenOf(n)).join('')

/** From the first token to the last, where nothing is slower than the model. */
export const idealMs = (tokens: number): number => (tokens - 1) * TOKEN_MS
