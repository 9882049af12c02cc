import { CornerDownRight } from 'lucide-react'
import { CopyButton } from '@/components/ui/copy-button'
import { type MessageView, textOf } from '@/lib/schemas/message'
import { ActionRow } from './action-row'
import { ExchangeMarks } from './exchange-marks'
import { ToolText } from './tool-text'

type Props = {
  message: MessageView
  /** Its name; null: its call is not loaded. */
  tool: string | null
}

/** What a tool gave: no part of the conversation that one reads, but of what the model saw. */
export function ToolResult({ message, tool }: Props) {
  const text = textOf(message)
  return (
    <>
      <div className="flex h-7 items-center gap-3">
        <p className="flex min-w-0 items-center gap-1 text-ink-3 text-small">
          <CornerDownRight size={16} aria-hidden className="shrink-0" />
          <span className="truncate">
            Result of {tool === null ? 'a tool' : <code className="font-mono text-ink-2">{tool}</code>}
          </span>
        </p>
        <ActionRow shown={message.pinned || message.excluded}>
          {text !== '' && <CopyButton label="Copy the result" text={() => text} />}
          <ExchangeMarks message={message} />
        </ActionRow>
      </div>
      {text === '' ? <p className="ps-5 text-ink-3 text-small">Nothing.</p> : <ToolText text={text} />}
    </>
  )
}
