import type { Receipt, Told } from '@/lib/schemas/recall'

/** A likeness or a score as it is read: "0.62", and never "-0.00". */
export const likeness = (cosine: number): string => cosine.toFixed(2).replace(/^-(0\.00)$/, '$1')

type Fit = Pick<Receipt, 'rule' | 'score' | 'cosine' | 'words'>

/** Why a passage was let in, in a sentence without its full stop. */
export function ruleInWords({ rule, score, cosine, words }: Fit): string {
  switch (rule) {
    case 'words':
      return 'Shares words with your question'
    case 'similarity':
      return cosine === null ? 'Over your own limit' : `Over your own limit: ${likeness(cosine)}`
    case 'gate':
      // Without a shared word its own meaning is all that it has to itself: more than that comes from beside it.
      if (words === 0 && cosine !== null && score > cosine) return 'Said right beside what fits'
      if (cosine === null) return 'Near enough in meaning'
      // The words may weigh more, or what stands beside it: neither is to pass for its meaning.
      return words > 0
        ? `By its meaning (${likeness(cosine)}) and shared words together`
        : `Near enough in meaning (${likeness(cosine)})`
  }
}

/** Why what fits may be left out all the same, in a sentence without its full stop; null: there is nothing to say. */
export function toldInWords(told: Told): string | null {
  if (told === 'nothing') return 'It only repeats what you ask'
  return told === 'a question' ? 'A question whose answer is not remembered' : null
}

/** What it was ranked by, for one who wants to know: "score 0.71 · meaning 0.62 · words 3.4". */
export function scoresInWords({ score, cosine, words }: Pick<Receipt, 'score' | 'cosine' | 'words'>): string {
  const parts = [
    `score ${likeness(score)}`,
    cosine === null ? 'meaning not compared' : `meaning ${likeness(cosine)}`,
    words > 0 ? `words ${words.toFixed(1)}` : 'no shared words',
  ]
  return parts.join(' · ')
}
