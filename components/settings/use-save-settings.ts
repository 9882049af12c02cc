import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { type SettingsPatch, updateSettings } from '@/components/api/settings'

/** Stores settings, and has the router forget the pages that it kept with the old ones. */
export function useSaveSettings(): (patch: SettingsPatch) => Promise<void> {
  const router = useRouter()
  return useCallback(
    async (patch) => {
      await updateSettings(patch)
      router.refresh()
    },
    [router],
  )
}
