import {
  DEFAULT_RECALL,
  type MemorySettings,
  memorySettings,
  type SessionMemory,
} from '@/lib/schemas/memory-settings'

/** The settings of what is sent of a conversation, in the order in which they are shown. */
const KEYS = memorySettings.omit({ recall: true }).keyof().options

/** What counts for a conversation that has something of its own. */
export const inForce = (defaults: MemorySettings, own: SessionMemory | null): MemorySettings => ({
  ...defaults,
  ...own,
  recall: { ...DEFAULT_RECALL, ...defaults.recall, ...own?.recall },
})

/** As it is stored: null where nothing is the conversation's own. */
export const stored = (own: SessionMemory): SessionMemory | null => (Object.keys(own).length > 0 ? own : null)

/** What a conversation needs of its own for these settings to count. */
export function ownFor(defaults: MemorySettings, wanted: MemorySettings): SessionMemory {
  const differing = KEYS.filter((key) => defaults[key] !== wanted[key])
  return Object.fromEntries(differing.map((key) => [key, wanted[key]]))
}

/** Without one of its own settings: there the defaults count again. */
export function without(own: SessionMemory, key: keyof MemorySettings): SessionMemory {
  const { [key]: _, ...rest } = own
  return rest
}

export const isSameMemory = (a: SessionMemory | null, b: SessionMemory | null): boolean =>
  KEYS.every((key) => a?.[key] === b?.[key])
