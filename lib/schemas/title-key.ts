/**
 * What a title is found by: without case, marks and differences of width, so that "Café" is found by "cafe". Folded
 * here and not by the database, so that both find the same; the page marks what was found by the same rule. By the
 * capital letters, because only those tell of "Straße" that it is "strasse"; and "ẞ" has none until it is a small
 * letter.
 */
export const titleKey = (text: string): string =>
  unmarked(text).toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

/**
 * The keys that a title may be stored under where it holds `text`, the one of now first. Titles that were not changed
 * since have older ones: folded without the way by capital letters, or, from before there was a filter, only put into
 * small letters by the database.
 */
export const titleKeys = (text: string): [string, ...string[]] => {
  const now = titleKey(text)
  const older = [unmarked(text).toLowerCase().normalize('NFC'), text.toLowerCase()]
  return [now, ...new Set(older.filter((key) => key !== now))]
}

const unmarked = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')
