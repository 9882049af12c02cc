import { useRef, useState } from 'react'
import { ApiError, sentenceOf } from '@/components/api/api-error'
import { useThreadActions } from '../thread/thread-context'

/** An id that no other message has, also where the page came over plain HTTP and `randomUUID` is closed. */
const newClientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const BUSY =
  'An answer is still being written in this conversation. Your text is kept; send it when the answer has ended.'

/**
 * Sends what was written. After a failure the same text keeps its id, so that a message which had arrived after
 * all is joined, not stored twice.
 */
export function useSend(onStored: () => void) {
  const { send } = useThreadActions()
  const [failure, setFailure] = useState<string | null>(null)
  const outgoing = useRef<{ clientId: string; text: string } | null>(null)

  const attempt = async (text: string) => {
    setFailure(null)
    if (outgoing.current?.text !== text) outgoing.current = { clientId: newClientId(), text }
    try {
      await send(outgoing.current)
      outgoing.current = null
      onStored()
    } catch (error) {
      setFailure(error instanceof ApiError && error.code === 'session_busy' ? BUSY : sentenceOf(error))
    }
  }
  return { send: attempt, failure }
}
