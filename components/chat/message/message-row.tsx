import { memo } from 'react'
import { type MessageView, textOf } from '@/lib/schemas/message'
import { FreshStart } from '../throughline/fresh-start'
import { LinePiece } from '../throughline/line-piece'
import { SummaryLabel } from '../throughline/summary-label'
import { AnswerActions } from './answer-actions'
import { AnswerParts } from './answer-parts'
import { AnswerStatus } from './answer-status'
import { QuestionActions } from './question-actions'
import { UserText } from './user-text'

type Props = {
  message: MessageView
  /** The ids beside it, for the line. */
  before: string | null
  after: string | null
}

/** One message of the thread, with its piece of the line. */
export const MessageRow = memo(function MessageRow({ message, before, after }: Props) {
  if (message.kind === 'divider') {
    return (
      <div className="thread-row">
        <FreshStart dividerId={message.id} />
      </div>
    )
  }
  const mine = message.role === 'user'
  const speaker = mine ? 'You' : 'Answer'
  return (
    <article
      id={`m-${message.id}`}
      data-status={message.status}
      aria-label={speaker}
      className="thread-row group scroll-mt-4"
    >
      <LinePiece message={message} speaker={speaker} before={before} after={after} />
      {mine ? (
        <div className="pt-4">
          <UserText text={textOf(message)} />
          <QuestionActions message={message} />
        </div>
      ) : (
        <div className="pb-3">
          <AnswerParts message={message} />
          <AnswerStatus message={message} last={after === null} />
          {message.status !== 'streaming' && <AnswerActions message={message} last={after === null} />}
        </div>
      )}
      <SummaryLabel messageId={message.id} />
    </article>
  )
})
