'use client'

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
        const { clear: counts, undoSeconds } = await countSession(sessionId, options)
        return { counts, undoSeconds }
      }}
      act={(undoSeconds) => clearConversation(sessionId, undoSeconds)}
    >
      Its messages go, and all that came from them. The empty conversation stays, with its model and its
      instructions.
    </ForgetDialog>
  )
}
