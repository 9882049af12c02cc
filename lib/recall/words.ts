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

/** Scripts that leave no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/** In UTF-16 units: an index of Postgres takes no more than some 2,700 bytes. Nobody types what is longer. */
const LONGEST = 600

/**
 * The words of a text as they are searched by: lower case, English ones by their stem, without those that say nothing. Of
 * scripts without spaces each two characters that follow each other: which of them are words is for a dictionary to say.
 * What is too long for a word is known by its beginning.
 */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter((word) => !STOP_WORDS.has(word))
    .flatMap(termsOf)
    .map(shortened)
}

function termsOf(word: string): string[] {
  if (!UNSPACED_AT_ALL.test(word)) return [stemOf(word)]
  const spaced = word.split(UNSPACED).filter(Boolean).map(stemOf)
  return [...spaced, ...(word.match(UNSPACED) ?? []).flatMap(pairsOf)]
}

/** A character alone is a term as well. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, place) => `${characters[place]}${character}`)
}

const UNSPACED_AT_ALL = new RegExp(UNSPACED.source, 'u')

const shortened = (term: string) => (term.length > LONGEST ? term.slice(0, LONGEST).toWellFormed() : term)

const stemOf = (word: string) => (/^[a-z]+$/.test(word) ? stemmer(word) : word)
