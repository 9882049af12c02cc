import type { z } from 'zod'
import { settings, type settingsPatch } from '@/lib/schemas/settings'
import { request } from './request'

export type SettingsPatch = z.input<typeof settingsPatch>

export function getSettings() {
  return request('/api/settings', settings)
}

/** Stores the fields that are given, also when the page is left meanwhile; the answer holds all. */
export function updateSettings(patch: SettingsPatch) {
  return request('/api/settings', settings, { method: 'PATCH', body: patch, keepalive: true })
}
