/** The day, in UTC and as YYYY-MM-DD, that what was said is dated by. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
