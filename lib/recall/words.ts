import { stemmer } from 'stemmer'

/** What stands in nearly every English text and says nothing of it. */
const STOP_WORDS = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can
  could did do does doing down during each few for from further had has have having he her here hers herself him himself
  his how i if in into is it its itself just let me more most my myself no nor not now of off on once only or other our
  ours ourselves out over own please same she should so some such than that the their theirs them themselves then there
  these they this those through to too under until up very was we were what when where which while who whom why will with
  would you your yours yourself yourselves s t d ll m re ve don`.split(/\s+/),
)

/** The words of a text as they are searched by: lower case, English ones by their stem, without those that say nothing. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !STOP_WORDS.has(word)).map(stemOf)
}

const stemOf = (word: string) => (/^[a-z]+$/.test(word) ? stemmer(word) : word)
