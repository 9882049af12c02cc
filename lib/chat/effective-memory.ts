import {
  DEFAULT_RECALL,
  type MemorySettings,
  type RecallSettings,
  type SessionMemory,
} from '../schemas/memory-settings.ts'
import type { Settings } from '../schemas/settings.ts'

export type EffectiveMemory = MemorySettings & { recall: RecallSettings }

/** The memory settings in force: what is tried counts before the session's own, and that before the owner's. */
export function effectiveMemory(
  settings: Pick<Settings, 'memory'>,
  own: SessionMemory | null,
  tried: SessionMemory | null = null,
): EffectiveMemory {
  const { memory } = settings
  return {
    ...memory,
    ...own,
    ...tried,
    recall: { ...DEFAULT_RECALL, ...memory.recall, ...own?.recall, ...tried?.recall },
  }
}
