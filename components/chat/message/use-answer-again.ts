import { sentenceOf } from '@/components/api/api-error'
import { useToast } from '@/components/ui/toast'
import { useThread, useThreadActions } from '../thread/thread-context'

/** Another answer in the place of this one: a new one, or the rest of it. `busy` while any answer is being written here. */
export function useAnswerAgain(answerId: string): {
  busy: boolean
  regenerate: () => void
  goOn: () => void
} {
  const { run } = useThread()
  const { answerAgain } = useThreadActions()
  const show = useToast()

  const attempt = (action: 'regenerate' | 'continue') => {
    answerAgain(action, answerId).catch((error: unknown) =>
      show({
        text: sentenceOf(error),
        tone: 'danger',
        action: { label: 'Retry', onPress: () => attempt(action) },
      }),
    )
  }
  return { busy: run !== null, regenerate: () => attempt('regenerate'), goOn: () => attempt('continue') }
}
