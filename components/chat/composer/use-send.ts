import { useEffect, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '@/components/api/api-error'
import { useThread, useThreadActions } from '../thread/thread-context'

/** An id that no other message has, also where the page came over plain HTTP and `randomUUID` is closed. */
const newClientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Why a message was not sent. `elsewhere`: the server refused it, as another window is being answered in this
 * conversation. `writing`: it was not tried, as an answer is seen being written.
 */
export type Refusal =
  | { kind: 'elsewhere' }
  | { kind: 'writing'; begunHere: boolean }
  /** `of`: the message that was tried. */
  | { kind: 'failed'; text: string; of: string }

const refusalOf = (error: unknown, of: string): Refusal =>
  error instanceof ApiError && error.code === 'session_busy'
    ? { kind: 'elsewhere' }
    : { kind: 'failed', text: sentenceOf(error), of }

/**
 * Sends what was written. After a failure the same text keeps its id, so that a message which had arrived after
 * all is joined, not stored twice. A refusal for an answer that is being written is over with that answer, one of what
 * was written once that is changed.
 */
export function useSend(written: string, onStored: () => void) {
  const { run, gone } = useThread()
  const { send } = useThreadActions()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const outgoing = useRef<{ clientId: string; text: string } | null>(null)

  // Of a conversation that is gone there is something else to say.
  const isOver =
    refusal !== null && (gone || (refusal.kind === 'failed' ? refusal.of !== written : run === null))
  useEffect(() => {
    if (isOver) setRefusal(null)
  }, [isOver])

  const attempt = async (text: string) => {
    setRefusal(null)
    if (outgoing.current?.text !== text) outgoing.current = { clientId: newClientId(), text }
    try {
      await send(outgoing.current)
      outgoing.current = null
      onStored()
    } catch (error) {
      setRefusal(refusalOf(error, text))
    }
  }
  /** One who would send while an answer is written is told why nothing happens. */
  const refuse = () => {
    if (run?.stage === 'writing') setRefusal({ kind: 'writing', begunHere: run.begunHere })
  }
  return { send: attempt, refuse, refusal: isOver ? null : refusal }
}
