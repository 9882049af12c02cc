'use client'

import { useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { getThread, updateSession } from '@/components/api/sessions'
import { announce } from '@/components/sessions/session-news'
import { useToast } from '@/components/ui/toast'
import { withRemembered } from './with-remembered'

/** Sets whether a session is remembered, undefined: as in the settings; says what it had of its own before. */
async function remember(sessionId: string, on: boolean | undefined): Promise<boolean | undefined> {
  const { memory } = (await getThread(sessionId)).session
  const session = await updateSession(sessionId, { memory: withRemembered(memory, on) })
  announce({ kind: 'changed', session })
  return memory?.recall?.remembered
}

type Named = { id: string; title: string }

/**
 * `neverRecall` takes a conversation out of the memory for good; a notice tells it, and takes it back. Never rejects.
 * `never`: the ids of those that were taken out here.
 */
export function useNeverRecall() {
  const show = useToast()
  const [never, setNever] = useState<ReadonlySet<string>>(new Set())
  const tell = (error: unknown) => show({ text: sentenceOf(error), tone: 'danger' })
  const mark = (id: string, isNever: boolean) =>
    setNever((before) => new Set(isNever ? [...before, id] : [...before].filter((each) => each !== id)))
  const neverRecall = async ({ id, title }: Named) => {
    try {
      const before = await remember(id, false)
      mark(id, true)
      const undo = () => {
        remember(id, before).then(() => {
          mark(id, false)
          show({ text: 'It can be recalled again, once it is indexed anew.', duration: 4_000 })
        }, tell)
      }
      show({
        text: `Nothing of “${title}” is recalled from now on. Answers elsewhere that were given it may repeat it.`,
        duration: 10_000,
        action: { label: 'Undo', onPress: undo },
      })
    } catch (error) {
      tell(error)
    }
  }
  return { never, neverRecall }
}
