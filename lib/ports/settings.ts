import type { Settings } from '../schemas/settings.ts'

export type SettingsStore = {
  /** The owner's settings, with the defaults where none was stored. */
  get(owner: string): Promise<Settings>
  /** Stores the fields that are given; returns all. */
  update(owner: string, patch: Partial<Settings>): Promise<Settings>
}
