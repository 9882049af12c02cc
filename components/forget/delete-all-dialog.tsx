'use client'

import { countAllSessions } from '@/components/api/sessions'
import { ForgetDialog, type ForgetDialogProps } from './forget-dialog'
import { useForget } from './use-forget'

export function DeleteAllDialog(props: ForgetDialogProps) {
  const { deleteAll } = useForget()
  return (
    <ForgetDialog
      {...props}
      title="Delete all conversations?"
      confirm="Delete all"
      namesSessions
      count={async (options) => {
        const { undoSeconds, ...counts } = await countAllSessions(options)
        return { counts, undoSeconds }
      }}
      act={deleteAll}
    >
      Every conversation goes, with all that came from it. Your settings stay.
    </ForgetDialog>
  )
}
