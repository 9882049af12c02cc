import type { SignsOfLife } from '../ports/processes.ts'

/** The rows of processes that show a sign of life. */
export const showing = (signs: SignsOfLife) =>
  signs === 'any' ? {} : { beatAt: { gte: signs.from, lte: signs.to } }

/** What is true of a row that shows none: one of these. */
export const notShowing = (signs: SignsOfLife) =>
  signs === 'any' ? [] : [{ beatAt: { lt: signs.from } }, { beatAt: { gt: signs.to } }]
