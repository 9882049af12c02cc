/** Words that tell nothing of a text's subject, in the languages met most often; grouped by language. */
const STOP_WORDS = new Set(
  [
    'a about again all also am an and any are as at be been but by can could did do does for from had has have he her here him his how i if in into is it its just know let like may me might mine more most much my no not now of on one only or our please remember said say she should so some tell than thanks that the their them then there these they thing this to too up us very was we were what when where which who whom whose why will with would yes you your yours',
    'aber als am an auch auf aus bei bin bist bitte das dass dein deine dem den der des die doch du ein eine einem einen einer er es für hat habe haben hast ich ihr im in ist ja kann kein keine man mein meine mich mir mit nach nicht noch nun oder sein seine sich sie sind so und uns von war warum was wem wen wer wie wir wird wo zu zum zur',
    'ai au aux avec ce ces cette comment dans de des du elle en es est et eu il ils je la le les leur lui ma mais me mes moi mon ne nos notre nous on ou où pas pour pourquoi quand que quel quelle qui sa se ses son sont suis sur ta te tes toi ton tu un une vous',
    'al como con cual cuál cuando cuándo de del dónde donde el ella en era eres es ese esta está este esto ha hay la las lo los me mi mis muy más no nos o para pero por porque qué que quien quién se ser si sí sin sobre son soy su sus te tu tus tú un una y ya yo',
    'che chi ci come con cosa da dal dei del della di dove e è ed ha hai ho i il in io la le lei lo lui ma mi mia mie mio miei nel non o per perché più quale quando se sei si sono su sua suo te ti tu un una uno vi',
    'ao aos as com como da das de do dos ela ele em eu foi há isso já mais mas me meu minha na não nas no nos o onde os ou para pela pelo por qual quando que quem se sem seu sua são te tem tu um uma você',
    'aan als bij dat de den die dit een en er het hij hoe ik in is je jij kan maar mijn met naar niet nog of om ook op te u uit van voor waar was wat we wie wij ze zij zijn',
  ]
    .join(' ')
    .split(' '),
)

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts that put no space between words: pairs of letters stand for words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u

/** The words of a text by which it can be found, in order, repeated as often as they stand there. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(word)) terms.push(...pairsOf(word))
    else if (!STOP_WORDS.has(word)) terms.push(stem(word))
  }
  return terms
}

function pairsOf(run: string): string[] {
  const letters = [...run]
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** Takes off the endings that most often keep an English question from meeting its answer. */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return undouble(word.slice(0, -3))
  if (word.length > 4 && word.endsWith('ied')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && word.endsWith('ed')) return undouble(word.slice(0, -2))
  const singular = word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
  return withoutE(singular)
}

const undouble = (word: string): string => withoutE(word.replace(/([bdgmnprt])\1$/, '$1'))

const withoutE = (word: string): string => (word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word)
