import { written } from '@/components/ui/written'

/** "1 token", "8,000 tokens". */
export const tokensInWords = (tokens: number): string =>
  `${written(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`
