import { sentenceOf } from '@/components/api/api-error'
import { useToast } from '@/components/ui/toast'
import { useThread, useThreadActions } from '../thread/thread-context'

/** A new answer in the place of this one. `busy` while any answer is being written here. */
export function useRegenerate(answerId: string): { busy: boolean; regenerate: () => void } {
  const { run } = useThread()
  const { regenerate } = useThreadActions()
  const show = useToast()

  const attempt = () => {
    regenerate(answerId).catch((error: unknown) =>
      show({ text: sentenceOf(error), tone: 'danger', action: { label: 'Retry', onPress: attempt } }),
    )
  }
  return { busy: run !== null, regenerate: attempt }
}
