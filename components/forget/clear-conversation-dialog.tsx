'use client'

import { listQuotes } from '@/components/api/memory'
import { countSession } from '@/components/api/sessions'
import { ForgetDialog, type ForgetDialogProps } from './forget-dialog'
import { useForget } from './use-forget'

export function ClearConversationDialog({ sessionId, ...rest }: ForgetDialogProps & { sessionId: string }) {
  const { clearConversation } = useForget()
  return (
    <ForgetDialog
      {...rest}
      title="Clear this conversation?"
      confirm="Clear"
      count={async (options) => {
        const [{ clear: counts, undoSeconds }, quotes] = await Promise.all([
          countSession(sessionId, options),
          listQuotes({ sessionId }, options),
        ])
        return { counts, undoSeconds, quotes }
      }}
      act={(undoSeconds, along) => clearConversation(sessionId, undoSeconds, along)}
    >
      Its messages go, and all that came from them. The empty conversation stays, with its model and its
      instructions.
    </ForgetDialog>
  )
}
