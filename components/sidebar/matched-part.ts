import { titleKey } from '@/lib/schemas/title-key'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Where `key`, a text folded by `titleKey`, stands first in a title, in UTF-16 units of the title; null where it does
 * not. Folded character by character, so that what is longer or shorter when folded is found where it stands.
 */
export function matchedPart(title: string, key: string): { start: number; end: number } | null {
  if (key === '') return null
  let folded = ''
  /** For every unit of the folded title, the character that it came from. */
  const origins: { start: number; end: number }[] = []
  for (const { segment, index } of graphemes.segment(title)) {
    const part = titleKey(segment)
    folded += part
    for (let unit = 0; unit < part.length; unit++) origins.push({ start: index, end: index + segment.length })
  }
  const at = folded.indexOf(key)
  const [first, last] = [origins[at], origins[at + key.length - 1]]
  return first && last ? { start: first.start, end: last.end } : null
}
