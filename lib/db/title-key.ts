/**
 * What a title is found by: without case, marks and differences of width, so that "Café" is found by "cafe". Folded
 * here and not by the database, so that both find the same.
 */
export const titleKey = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')

/** The columns of a title, which change together. */
export const titled = <By extends 'none' | 'message' | 'model' | 'user'>(title: string, titleBy: By) => ({
  title,
  titleBy,
  titleKey: titleKey(title),
})
