'use client'

import { RefreshCw, Waypoints } from 'lucide-react'
import { useContextActions, useShownContext } from '@/components/context/shown-context'
import { CopyButton } from '@/components/ui/copy-button'
import { IconButton } from '@/components/ui/icon-button'
import { type MessageView, textOf } from '@/lib/schemas/message'
import { useShared } from '../shared-context'
import { SAW } from '../use-shortcuts'
import { ActionRow } from './action-row'
import { ExchangeMarks } from './exchange-marks'
import { useAnswerAgain } from './use-answer-again'

/**
 * What can be done with an answer: always there under the last one, under others when they are marked or pointed at.
 */
export function AnswerActions({ message, last }: { message: MessageView; last: boolean }) {
  const { busy, possible, regenerate } = useAnswerAgain(message.id)
  const { shown } = useShownContext()
  const { select } = useContextActions()
  const { models } = useShared()
  const selected = shown.tense === 'past' && shown.answerId === message.id
  const name = models.find(({ id }) => id === message.model)?.name ?? message.model
  const text = textOf(message)
  // Where the answer failed, its own button stands beside the reason.
  const retried = message.status === 'failed' || message.status === 'interrupted'
  return (
    <ActionRow shown={last || selected || message.pinned || message.excluded} className="mt-1">
      {text !== '' && <CopyButton label="Copy the answer" text={() => text} />}
      {last && possible && !retried && (
        <IconButton icon={RefreshCw} label="Answer again" size="small" onClick={regenerate} disabled={busy} />
      )}
      {(possible || selected) && (
        <IconButton
          icon={Waypoints}
          label={selected ? 'Back to the next turn' : 'What the model saw'}
          // Above, it would lie over what was recalled when the focus comes back here.
          side="bottom"
          shortcut={last || selected ? SAW : undefined}
          size="small"
          aria-pressed={selected}
          onClick={() => select(selected ? null : message.id)}
        />
      )}
      <ExchangeMarks message={message} />
      {name && <span className="ms-1 truncate text-ink-3 text-small">{name}</span>}
    </ActionRow>
  )
}
