import {
  DEFAULT_RECALL,
  type MemorySettings,
  memorySettings,
  type RecallSettings,
  recallSettings,
  type SessionMemory,
} from '@/lib/schemas/memory-settings'

/** With everything that recall is set to. */
export type WholeMemory = MemorySettings & { recall: RecallSettings }

/** The settings of what is sent of a conversation, in the order in which they are shown. */
const KEYS = memorySettings.omit({ recall: true }).keyof().options

const RECALL_KEYS = recallSettings.keyof().options

/** What counts for a conversation that has something of its own. */
export const inForce = (defaults: MemorySettings, own: SessionMemory | null): WholeMemory => ({
  ...defaults,
  ...own,
  recall: { ...DEFAULT_RECALL, ...defaults.recall, ...own?.recall },
})

/** As it is stored: null where nothing is the conversation's own. */
export const stored = (own: SessionMemory): SessionMemory | null => (Object.keys(own).length > 0 ? own : null)

/** What a conversation needs of its own for these settings to count. */
export function ownFor(defaults: MemorySettings, wanted: MemorySettings): SessionMemory {
  const differing = KEYS.filter((key) => defaults[key] !== wanted[key])
  const own: SessionMemory = Object.fromEntries(differing.map((key) => [key, wanted[key]]))
  const [recall, byDefault] = [inForce(wanted, null).recall, inForce(defaults, null).recall]
  const recalled = RECALL_KEYS.filter((key) => recall[key] !== byDefault[key])
  if (recalled.length === 0) return own
  return { ...own, recall: Object.fromEntries(recalled.map((key) => [key, recall[key]])) }
}

/** Without one of its own settings: there the defaults count again. */
export function without(own: SessionMemory, key: keyof MemorySettings): SessionMemory {
  const { [key]: _, ...rest } = own
  return rest
}

/** The same of recall: what goes last takes the field itself along. */
export function withoutRecall(own: SessionMemory, key: keyof RecallSettings): SessionMemory {
  const { [key]: _, ...rest } = own.recall ?? {}
  return Object.keys(rest).length === 0 ? without(own, 'recall') : { ...own, recall: rest }
}

export const isSameMemory = (a: SessionMemory | null, b: SessionMemory | null): boolean =>
  KEYS.every((key) => a?.[key] === b?.[key]) &&
  RECALL_KEYS.every((key) => a?.recall?.[key] === b?.recall?.[key])
