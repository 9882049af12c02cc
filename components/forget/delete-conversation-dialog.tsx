'use client'

import { listQuotes } from '@/components/api/memory'
import { countSession } from '@/components/api/sessions'
import { ForgetDialog, type ForgetDialogProps } from './forget-dialog'
import { useForget } from './use-forget'

type Props = ForgetDialogProps & {
  sessionId: string
  /** Named in the dialog, where it does not stand beside the conversation itself. */
  title?: string
}

export function DeleteConversationDialog({ sessionId, title, ...rest }: Props) {
  const { deleteConversation } = useForget()
  return (
    <ForgetDialog
      {...rest}
      title="Delete this conversation?"
      confirm="Delete"
      count={async (options) => {
        const [{ delete: counts, undoSeconds }, quotes] = await Promise.all([
          countSession(sessionId, options),
          listQuotes({ sessionId }, options),
        ])
        return { counts, undoSeconds, quotes }
      }}
      act={(undoSeconds, along) => deleteConversation(sessionId, undoSeconds, along)}
    >
      {title ? (
        <>
          <bdi className="wrap-anywhere font-medium text-ink">{title}</bdi> goes, with all that came from it.
        </>
      ) : (
        'The conversation goes, with all that came from it.'
      )}
    </ForgetDialog>
  )
}
