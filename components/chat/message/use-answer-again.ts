import { ApiError, sentenceOf } from '@/components/api/api-error'
import { useToast } from '@/components/ui/toast'
import { useThread, useThreadActions } from '../thread/thread-context'

/**
 * Another answer in the place of this one: a new one, or the rest of it. `busy` while any answer is being written here;
 * `possible`: unless the conversation is gone.
 */
export function useAnswerAgain(answerId: string): {
  busy: boolean
  possible: boolean
  regenerate: () => void
  goOn: () => void
} {
  const { run, gone } = useThread()
  const { answerAgain } = useThreadActions()
  const show = useToast()

  const attempt = (action: 'regenerate' | 'continue') => {
    answerAgain(action, answerId).catch((error: unknown) =>
      show({
        text: sentenceOf(error),
        tone: 'danger',
        action: isLost(error) ? undefined : { label: 'Retry', onPress: () => attempt(action) },
      }),
    )
  }
  return {
    busy: run !== null,
    possible: !gone,
    regenerate: () => attempt('regenerate'),
    goOn: () => attempt('continue'),
  }
}

/** Deleted or cleared elsewhere: no further try can help. */
const isLost = (error: unknown): boolean => error instanceof ApiError && error.code === 'session_not_found'
