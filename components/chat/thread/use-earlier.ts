import { useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { useToast } from '@/components/ui/toast'
import { useThreadActions } from './thread-context'

/** Loads older messages; `before` is called just before their rows are added. A failure is told in a notice. */
export function useEarlier(before: () => void): { busy: boolean; load: () => Promise<boolean> } {
  const { loadEarlier } = useThreadActions()
  const [busy, setBusy] = useState(false)
  const show = useToast()

  /** Whether they came. */
  const load = async (): Promise<boolean> => {
    setBusy(true)
    try {
      await loadEarlier(before)
      return true
    } catch (error) {
      show({
        text: sentenceOf(error),
        tone: 'danger',
        action: { label: 'Retry', onPress: () => void load() },
      })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, load }
}
