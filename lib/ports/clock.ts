/** Passed in wherever time matters, so that tests set it. */
export type Clock = { now(): Date }
