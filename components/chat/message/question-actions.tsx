import type { MessageView } from '@/lib/schemas/message'
import { ActionRow } from './action-row'
import { ExchangeMarks } from './exchange-marks'

/** What can be done with a question, and how its exchange is marked: that stays when nothing points at it. */
export function QuestionActions({ message }: { message: MessageView }) {
  const { pinned, excluded } = message
  return (
    <ActionRow shown={pinned || excluded} className="-mb-1">
      <ExchangeMarks message={message} />
      {(pinned || excluded) && (
        <span className="ms-1 text-ink-2 text-small">{pinned ? 'Always sent' : 'Never sent'}</span>
      )}
    </ActionRow>
  )
}
