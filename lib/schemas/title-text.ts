/** In UTF-16 units, whoever gives it. */
export const TITLE_MAX = 200

/** Overrides of the direction of writing would turn round what stands beside a title. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g

/** On one line, and without what acts on a screen instead of being seen on it. */
export const plainTitle = (text: string): string =>
  text
    .replace(DIRECTIONS, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Whether there is anything to be seen of it. */
export const isVisible = (title: string): boolean => /[^\s\p{Cc}\p{Cf}]/u.test(title)
