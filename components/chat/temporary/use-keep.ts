import { useCallback, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { useToast } from '@/components/ui/toast'
import { useThreadActions } from '../thread/thread-context'

/** Keeps the temporary conversation, and says how that went. */
export function useKeep(): { keep: () => void; keeping: boolean } {
  const { keep } = useThreadActions()
  const show = useToast()
  const [keeping, setKeeping] = useState(false)
  const keepAndTell = useCallback(async () => {
    setKeeping(true)
    try {
      await keep()
      show({ text: 'Kept. It has a name now and stays until you delete it.' })
    } catch (error) {
      show({ text: sentenceOf(error), tone: 'danger' })
    } finally {
      setKeeping(false)
    }
  }, [keep, show])
  return { keep: () => void keepAndTell(), keeping }
}
