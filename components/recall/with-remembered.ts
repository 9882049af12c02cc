import type { SessionMemory } from '@/lib/schemas/memory-settings'

/** What a session has of its own, with or without that it is remembered; undefined: as in the settings. */
export function withRemembered(
  memory: SessionMemory | null,
  remembered: boolean | undefined,
): SessionMemory | null {
  const { recall = {}, ...others } = memory ?? {}
  const { remembered: _, ...rest } = recall
  const own = remembered === undefined ? rest : { ...rest, remembered }
  const all = Object.keys(own).length === 0 ? others : { ...others, recall: own }
  return Object.keys(all).length === 0 ? null : all
}
