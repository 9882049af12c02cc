import type { MemorySettings, SessionMemory } from '../schemas/memory-settings.ts'
import type { Settings } from '../schemas/settings.ts'

/** The memory settings in force: what is tried counts before the session's own, and that before the owner's. */
export function effectiveMemory(
  settings: Pick<Settings, 'memory'>,
  own: SessionMemory | null,
  tried: SessionMemory | null = null,
): MemorySettings {
  return { ...settings.memory, ...own, ...tried }
}
