'use client'

import { Pin } from 'lucide-react'
import { lineSentence } from '@/components/context/line-state'
import { useContextActions, useShownContext } from '@/components/context/shown-context'
import { fromConversations } from '@/components/recall/from-conversations'
import { Tooltip } from '@/components/ui/tooltip'
import type { MessageView } from '@/lib/schemas/message'
import { EXCLUDE, PIN, useMark } from '../message/use-mark'
import './throughline.css'

type Props = {
  message: MessageView
  /** Whose message it is, for one who hears the sentence. */
  speaker: string
  /** The messages before and after, whose states decide where the line begins and ends. */
  before: string | null
  after: string | null
}

const UNKNOWN = { kind: 'unknown' } as const

/** Where the line is drawn through. */
const IN_LINE: readonly string[] = ['sent', 'pinned', 'fresh', 'summary']

/**
 * The piece of the line beside one message: seen, pointed at, read as a sentence, the way into the panel and to a mark.
 */
export function LinePiece({ message, speaker, before, after }: Props) {
  const { states, bracket, map, shown } = useShownContext()
  const { pointAt } = useContextActions()
  const { possible, onKeyDown } = useMark(message)
  const at = (id: string | null) => (id === null ? null : (states.get(id) ?? UNKNOWN).kind)
  const state = states.get(message.id) ?? UNKNOWN
  const { recalledFrom } = message
  const given =
    recalledFrom === undefined ? '' : ` Answered with passages ${fromConversations(recalledFrom)}.`
  const sentence = `${lineSentence(state, map, shown)}${given}`

  const part = bracket.get(message.id)
  const inLine = IN_LINE.includes(state.kind)
  const pin = state.kind === 'pinned' && (message.role === 'user' || at(before) !== 'pinned')
  // After what was left out the line begins at the hollow end, after what was excluded it goes on behind a gap.
  const begins = inLine && !pin && !['leftOut', 'excluded', ...IN_LINE].includes(at(before) ?? '')
  const ends = state.kind === 'leftOut' && !['leftOut', 'pinned'].includes(at(after) ?? '')
  return (
    <>
      <Tooltip text={sentence} side="left">
        <button
          type="button"
          className="line-piece"
          data-line={state.kind}
          aria-label={`${speaker}. ${sentence} Opens the context panel.`}
          aria-keyshortcuts={possible ? `${PIN.key} ${EXCLUDE.key}` : undefined}
          onClick={() => pointAt(message.id)}
          onKeyDown={onKeyDown}
        />
      </Tooltip>
      {part && (
        <span
          aria-hidden
          className="line-bracket"
          data-first={part.isFirst || undefined}
          data-last={part.isLast || undefined}
        />
      )}
      {begins && <span aria-hidden className="line-end" data-end="start" />}
      {ends && <span aria-hidden className="line-end" />}
      {state.kind === 'answer' && <span aria-hidden className="line-end" data-end="answer" />}
      {pin && (
        <span aria-hidden className="line-pin">
          <Pin size={10} strokeWidth={2.5} />
        </span>
      )}
      {recalledFrom !== undefined && <span aria-hidden className="line-recalled" />}
      {state.kind === 'excluded' && <span aria-hidden className="line-strike" />}
    </>
  )
}
