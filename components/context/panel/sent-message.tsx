import type { AnswerContext } from '@/lib/schemas/context-map'
import { SentText } from './sent-text'

const ROLES = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const

/** One message just as the model was sent it: its words, its calls, and the ids that tie results to them. */
export function SentMessage({ message }: { message: AnswerContext['sent'][number] }) {
  const { role, content, toolCalls = [], toolCallId } = message
  const isSilent = content === '' && toolCalls.length > 0
  return (
    <li className="flex flex-col gap-1 border-rule border-t pt-2">
      <p className="text-ink-3 text-small">
        {ROLES[role]}
        {toolCallId !== undefined && (
          <>
            , result of <code className="wrap-anywhere font-mono">{toolCallId}</code>
          </>
        )}
      </p>
      {content === null ? (
        <p className="text-ink-3">Forgotten since.</p>
      ) : (
        !isSilent && <SentText>{content}</SentText>
      )}
      {toolCalls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and a model may give one id to two.
        <div key={index}>
          <p className="text-ink-3 text-small">
            Call of <code className="wrap-anywhere font-mono text-ink-2">{call.name}</code>,{' '}
            <code className="wrap-anywhere font-mono">{call.id}</code>
          </p>
          <SentText>{call.arguments}</SentText>
        </div>
      ))}
    </li>
  )
}
