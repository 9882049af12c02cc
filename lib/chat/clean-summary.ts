import { storable } from '../schemas/text.ts'

/**
 * The summary in what a model said, without what it thought before it. Empty where it did not get beyond its thoughts.
 */
export function cleanSummary(said: string): string {
  const text = storable(said).trim()
  const [, tag] = /^<(think|thinking)>/i.exec(text) ?? []
  if (tag === undefined) {
    // Servers that take the opening tag for their own leave the other one.
    const end = /<\/(?:think|thinking)>/i.exec(text)
    return end && !/<(?:think|thinking)>/i.test(text) ? text.slice(end.index + end[0].length).trim() : text
  }
  const end = text.toLowerCase().indexOf(`</${tag.toLowerCase()}>`)
  return end < 0 ? '' : text.slice(end + `</${tag}>`.length).trim()
}
