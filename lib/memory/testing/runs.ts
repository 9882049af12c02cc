import fc from 'fast-check'

/** So many cases of a property, unless another number is configured for all. */
export const runs = (numRuns: number) => ({ numRuns: fc.readConfigureGlobal().numRuns ?? numRuns })
