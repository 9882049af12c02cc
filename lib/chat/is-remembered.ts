import type { EffectiveMemory } from './effective-memory.ts'

/** Whether what is said under these settings may be recalled later. */
export const isRemembered = ({ recall: { from, remembered } }: Pick<EffectiveMemory, 'recall'>): boolean =>
  remembered && from !== 'off'
