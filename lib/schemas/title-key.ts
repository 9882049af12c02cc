/**
 * What a title is found by: without case, marks and differences of width, so that "Café" is found by "cafe". Folded
 * here and not by the database, so that both find the same; the page marks what was found by the same rule.
 */
export const titleKey = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')
