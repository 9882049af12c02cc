'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { argumentsInShort } from '@/components/context/tool-words'
import { CopyButton } from '@/components/ui/copy-button'
import { prettyJson } from '@/components/ui/pretty-json'
import type { ToolCall } from '@/lib/schemas/tool-call'
import { ToolText } from './tool-text'

/** What an answer asks the program to do that it was given to: a line for each call. */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  return (
    <ul aria-label="Calls" className="flex flex-col gap-0.5 pt-2">
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and a model may give one id to two.
        <li key={index}>
          <Call call={call} />
        </li>
      ))}
    </ul>
  )
}

/** Its arguments, where it has any, are drawn once they are asked for: they may be long. */
function Call({ call }: { call: ToolCall }) {
  const [open, setOpen] = useState(false)
  const name = <code className="font-mono text-ink-2">{call.name}</code>
  if (call.arguments.trim() === '') {
    return <p className="truncate ps-5 text-ink-3 text-small leading-6">Calls {name}</p>
  }
  return (
    <details className="group/call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-6 w-fit max-w-full list-none items-center gap-1 rounded-sm text-ink-3 text-small hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden
          className="shrink-0 transition-transform group-open/call:rotate-90"
        />
        <span className="min-w-0 truncate">
          Calls {name}{' '}
          <bdi dir="ltr" className="font-mono group-open/call:hidden">
            {argumentsInShort(call)}
          </bdi>
        </span>
      </summary>
      {open && (
        <div className="flex items-start gap-1 py-1">
          <ToolText text={prettyJson(call.arguments)} />
          <span className="-my-1">
            <CopyButton label="Copy the arguments" text={() => call.arguments} />
          </span>
        </div>
      )}
    </details>
  )
}
