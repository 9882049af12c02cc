'use client'

import { lineSentence } from '@/components/context/line-state'
import { useContextActions, useShownContext } from '@/components/context/shown-context'
import { Tooltip } from '@/components/ui/tooltip'
import './throughline.css'

type Props = {
  messageId: string
  /** Whose message it is, for one who hears the sentence. */
  speaker: string
  /** The messages before and after, whose states decide where the line begins and ends. */
  before: string | null
  after: string | null
}

const UNKNOWN = { kind: 'unknown' } as const

/** The piece of the line beside one message: seen, pointed at, read as a sentence, and the way into the panel. */
export function LinePiece({ messageId, speaker, before, after }: Props) {
  const { states, map, shown } = useShownContext()
  const { pointAt } = useContextActions()
  const at = (id: string | null) => (id === null ? null : (states.get(id) ?? UNKNOWN).kind)
  const state = states.get(messageId) ?? UNKNOWN
  const sentence = lineSentence(state, map, shown)

  const inLine = state.kind === 'sent' || state.kind === 'fresh'
  // After what was left out the line begins at the hollow end.
  const begins = inLine && !['sent', 'fresh', 'leftOut'].includes(at(before) ?? '')
  const ends = state.kind === 'leftOut' && at(after) !== 'leftOut'
  return (
    <>
      <Tooltip text={sentence} side="left">
        <button
          type="button"
          className="line-piece"
          data-line={state.kind}
          aria-label={`${speaker}. ${sentence} Opens the context panel.`}
          onClick={() => pointAt(messageId)}
        />
      </Tooltip>
      {begins && <span aria-hidden className="line-end" data-end="start" />}
      {ends && <span aria-hidden className="line-end" />}
      {state.kind === 'answer' && <span aria-hidden className="line-end" data-end="answer" />}
      {state.kind === 'excluded' && <span aria-hidden className="line-strike" />}
    </>
  )
}
