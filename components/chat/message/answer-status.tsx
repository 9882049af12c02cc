'use client'

import { CircleAlert, RotateCcw, StepForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { AnsweringMark } from '@/components/ui/answering-mark'
import { Button } from '@/components/ui/button'
import { type MessageView, textOf } from '@/lib/schemas/message'
import { useThread } from '../thread/thread-context'
import { useAnswerAgain } from './use-answer-again'

const UNANSWERED = 'No result yet: the program that asked runs its tools itself.'

/** How an answer stands, in words; nothing for one that is complete. */
export function AnswerStatus({ message, last }: { message: MessageView; last: boolean }) {
  switch (message.status) {
    case 'complete':
      if (message.toolCalls) return last ? <Note>{UNANSWERED}</Note> : null
      return message.parts.length === 0 ? <Note>The model answered nothing.</Note> : null
    case 'streaming':
      return <Writing begun={message.parts.some(({ type, text }) => type === 'text' && text !== '')} />
    case 'stopped':
      return (
        <div className="mt-2 flex min-h-7 items-center gap-3">
          <p className="text-ink-3 text-small">Stopped.</p>
          {last && <GoOn message={message} />}
        </div>
      )
    case 'failed':
      return (
        <Failure message={message} last={last} tone="danger">
          {message.error?.message ?? 'The answer failed.'}
        </Failure>
      )
    case 'interrupted':
      return (
        <Failure message={message} last={last} tone="warn">
          {message.error?.message ??
            'Interrupted: the server ended before the answer did. What had come is kept.'}
        </Failure>
      )
  }
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-2 text-ink-3 text-small">{children}</p>
}

function Writing({ begun }: { begun: boolean }) {
  const { run } = useThread()
  if (run?.linked === false) {
    return (
      <p className="mt-2 flex items-baseline gap-2 text-small text-warn">
        <AnsweringMark className="relative -top-px shrink-0 bg-warn" />
        The connection is lost. The answer goes on at the server; looking for it again…
      </p>
    )
  }
  return (
    <p className="flex h-7 items-center gap-2 text-ink-3 text-small">
      <AnsweringMark />
      {run?.stopping ? 'Stopping…' : begun ? <span className="sr-only">Answering</span> : 'Answering…'}
    </p>
  )
}

/** Only where some words stand that it can go on from. */
function GoOn({ message }: { message: MessageView }) {
  const { busy, possible, goOn } = useAnswerAgain(message.id)
  if (!possible || textOf(message) === '') return null
  return (
    <Button size="small" onClick={goOn} disabled={busy}>
      <StepForward size={16} aria-hidden />
      Continue
    </Button>
  )
}

type FailureProps = { message: MessageView; last: boolean; tone: 'danger' | 'warn'; children: ReactNode }

function Failure({ message, last, tone, children }: FailureProps) {
  const { busy, possible, regenerate } = useAnswerAgain(message.id)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-ui">
      <p className={`flex min-w-0 flex-1 basis-64 gap-2 ${tone === 'danger' ? 'text-danger' : 'text-warn'}`}>
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span className="wrap-anywhere">{children}</span>
      </p>
      {last && message.status === 'interrupted' && <GoOn message={message} />}
      {last && possible && (
        <Button size="small" onClick={regenerate} disabled={busy}>
          <RotateCcw size={16} aria-hidden />
          Retry
        </Button>
      )}
    </div>
  )
}
