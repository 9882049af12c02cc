import { memo } from 'react'
import { speakerOf } from '@/components/context/tool-words'
import { type MessageView, textOf } from '@/lib/schemas/message'
import { FreshStart } from '../throughline/fresh-start'
import { LinePiece } from '../throughline/line-piece'
import { SummaryLabel } from '../throughline/summary-label'
import { AnswerActions } from './answer-actions'
import { AnswerParts } from './answer-parts'
import { AnswerStatus } from './answer-status'
import { QuestionActions } from './question-actions'
import { RecalledFrom } from './recalled-from'
import { ToolCalls } from './tool-calls'
import { ToolResult } from './tool-result'
import { UserText } from './user-text'

type Props = {
  message: MessageView
  /** The ids beside it, for the line. */
  before: string | null
  after: string | null
  /** Of a result: the name of the tool that gave it; null: its call is not loaded. */
  tool: string | null
}

/** One message of the thread, with its piece of the line. */
export const MessageRow = memo(function MessageRow({ message, before, after, tool }: Props) {
  if (message.kind === 'divider') {
    return (
      <div className="thread-row">
        <FreshStart dividerId={message.id} />
      </div>
    )
  }
  const speaker = speakerOf(message, tool ?? undefined)
  return (
    <article
      id={`m-${message.id}`}
      data-status={message.status}
      aria-label={speaker}
      className="thread-row group scroll-mt-4 outline-none"
    >
      <LinePiece message={message} speaker={speaker} before={before} after={after} />
      <Said message={message} last={after === null} tool={tool} />
      <SummaryLabel messageId={message.id} />
    </article>
  )
})

function Said({ message, last, tool }: Pick<Props, 'message' | 'tool'> & { last: boolean }) {
  if (message.role === 'user') {
    return (
      <div className="pt-4">
        <UserText text={textOf(message)} />
        <QuestionActions message={message} />
      </div>
    )
  }
  if (message.role === 'tool') {
    return (
      <div className="pb-3">
        <ToolResult message={message} tool={tool} />
      </div>
    )
  }
  return (
    <div className={message.toolCalls && !last ? undefined : 'pb-3'}>
      <AnswerParts message={message} />
      {message.toolCalls && <ToolCalls calls={message.toolCalls} />}
      <AnswerStatus message={message} last={last} />
      {message.recalledFrom !== undefined && (
        <RecalledFrom answerId={message.id} conversations={message.recalledFrom} />
      )}
      {message.status !== 'streaming' && <AnswerActions message={message} last={last} />}
    </div>
  )
}
