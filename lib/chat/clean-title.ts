import { storable } from '../schemas/text.ts'
import { plainTitle, TITLE_MAX } from '../schemas/title-text.ts'

/** In letters as one sees them. Longer ones are sentences, not titles. */
const LONGEST = 60

/** A tag such as `<think>`, opened or closed, or a token of a chat template. */
const TAG = /<\/?[a-z]|<\|/i
/** A line break, or what a terminal would act on. */
const CONTROL = /[\u2028\u2029]|(?!\t)\p{Cc}/u
const PLACEHOLDER =
  /^(new|untitled|no|unnamed)?\s*(chat|conversation|title|untitled|unnamed|null|none|undefined)(\s+(chat|conversation))?$/i

/** What models put around a title, each to be taken off as often as it is there. */
const WRAPPINGS: [RegExp, string][] = [
  [/^#{1,6}\s+/, ''],
  [/^(title|titel|titre|t[ií]tulo|titolo|标题|タイトル|제목)\s*[:：]\s*/i, ''],
  [/^(\*\*|__|\*|_|`)(.+)\1$/, '$2'],
  [/^["“”„«»]\s*(.+?)\s*["“”„«»]$/, '$1'],
  [/^['‘’‚‹›]\s*(.+?)\s*['‘’‚‹›]$/, '$1'],
  [/^「(.+)」$/, '$1'],
  [/^『(.+)』$/, '$1'],
  [/([^.])\.$/, '$1'],
  [/。$/, ''],
]

/** The title in what a model said; null where it is none: empty, tags, more than a line, a paragraph, no word. */
export function cleanTitle(said: string): string | null {
  const line = storable(said).trim()
  if (line.length > TITLE_MAX || TAG.test(line) || CONTROL.test(line)) return null
  const title = unwrap(plainTitle(line))
  if (!/[\p{L}\p{N}]/u.test(title) || PLACEHOLDER.test(title)) return null
  return isLong(title) ? null : title
}

function unwrap(text: string): string {
  const next = WRAPPINGS.reduce((left, [wrapping, kept]) => left.replace(wrapping, kept).trim(), text)
  return next === text ? text : unwrap(next)
}

function isLong(text: string): boolean {
  let letters = 0
  for (const _ of new Intl.Segmenter().segment(text)) if (++letters > LONGEST) return true
  return false
}
