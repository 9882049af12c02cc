'use client'

import { Bookmark, Ellipsis, Eraser, FoldVertical, Scissors, ScrollText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { useShownContext } from '@/components/context/shown-context'
import { useSummaries } from '@/components/context/summary/summary-context'
import { NO_SUMMARY_WITHOUT_MEMORY } from '@/components/context/summary/summary-notes'
import { useChangeSummary } from '@/components/context/summary/use-change-summary'
import { usesSummary } from '@/components/context/uses-summary'
import { ClearConversationDialog } from '@/components/forget/clear-conversation-dialog'
import { DeleteAllDialog } from '@/components/forget/delete-all-dialog'
import { DeleteConversationDialog } from '@/components/forget/delete-conversation-dialog'
import { useForget } from '@/components/forget/use-forget'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { SessionView } from '@/lib/schemas/session'
import { useKeep } from '../temporary/use-keep'
import { useThread } from '../thread/thread-context'
import { InstructionsDialog } from './instructions-dialog'

type Open = 'instructions' | 'clear' | 'delete' | 'delete all' | null

/** What can be done with the whole conversation. */
export function ThreadMenu({ session }: { session: SessionView }) {
  const { messages, run } = useThread()
  const { startAfresh } = useForget()
  const { plan } = useShownContext()
  const { list, asking } = useSummaries()
  const summary = useChangeSummary()
  const [open, setOpen] = useState<Open>(null)
  const { keep, keeping } = useKeep()
  const show = useToast()
  const dialog = (name: Open) => ({
    open: open === name,
    onOpenChange: (on: boolean) => setOpen(on ? name : null),
  })
  const off = plan && !usesSummary(plan.settings) ? plan.settings : null
  const isWriting = asking || list?.writing === true
  const summarisable = summary !== null && !off && !isWriting && messages.length > 0
  // A divider at the end already says it, and there is nothing to cut from an empty thread.
  const cuttable = run === null && messages.at(-1)?.kind === 'message'

  const cut = () => {
    startAfresh(session.id).catch((error: unknown) => show({ text: sentenceOf(error), tone: 'danger' }))
  }
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label="More" side="bottom" />} className="w-64">
        {session.temporary && (
          <MenuItem icon={Bookmark} onSelect={keep} disabled={keeping}>
            Keep this chat
          </MenuItem>
        )}
        <MenuItem icon={ScrollText} onSelect={() => setOpen('instructions')}>
          Instructions…
        </MenuItem>
        <MenuItem icon={FoldVertical} onSelect={() => void summary?.ask('now')} disabled={!summarisable}>
          <span>
            Summarise now
            <span className="block text-ink-3 text-small">
              {off
                ? off.useSummary
                  ? NO_SUMMARY_WITHOUT_MEMORY
                  : 'Summaries are off in the memory settings.'
                : 'All but the newest exchange is sent as a summary from then on. Everything stays readable.'}
            </span>
          </span>
        </MenuItem>
        <MenuItem icon={Scissors} onSelect={cut} disabled={!cuttable}>
          <span>
            Start afresh here
            <span className="block text-ink-3 text-small">
              Nothing above this line is sent to the model. Everything stays readable.
            </span>
          </span>
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Eraser} onSelect={() => setOpen('clear')} disabled={messages.length === 0} destroys>
          Clear this conversation…
        </MenuItem>
        <MenuItem icon={Trash2} onSelect={() => setOpen('delete')} destroys>
          Delete this conversation…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} onSelect={() => setOpen('delete all')} destroys>
          Delete all conversations…
        </MenuItem>
      </Menu>
      <InstructionsDialog {...dialog('instructions')} />
      <ClearConversationDialog sessionId={session.id} {...dialog('clear')} />
      <DeleteConversationDialog sessionId={session.id} {...dialog('delete')} />
      <DeleteAllDialog {...dialog('delete all')} />
    </>
  )
}
