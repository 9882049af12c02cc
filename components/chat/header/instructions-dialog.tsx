'use client'

import { useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/text-area'
import { INSTRUCTIONS_MAX } from '@/lib/schemas/session'
import { useShared } from '../shared-context'
import { useThread, useThreadActions } from '../thread/thread-context'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** This conversation's instructions; `null` among the choices means the default of the settings. */
export function InstructionsDialog({ open, onOpenChange }: Props) {
  const { choices } = useThread()
  const { choose } = useThreadActions()
  const { defaultInstructions } = useShared()
  const [text, setText] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const close = (next: boolean) => {
    setText(null)
    setFailure(null)
    onOpenChange(next)
  }
  const save = async (instructions: string | null) => {
    setBusy(true)
    setFailure(null)
    try {
      await choose({ instructions })
      close(false)
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Instructions"
      description="Sent before every message of this conversation, from the next one on."
      wide
      footer={
        <>
          {choices.instructions !== null && (
            <Button variant="quiet" className="me-auto" disabled={busy} onClick={() => save(null)}>
              Use the default
            </Button>
          )}
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button
            variant="primary"
            disabled={busy || text === null}
            onClick={() => text !== null && save(text)}
          >
            Save
          </Button>
        </>
      }
    >
      <TextArea
        label="What should the model keep to here?"
        rows={10}
        maxLength={INSTRUCTIONS_MAX}
        value={text ?? choices.instructions ?? defaultInstructions}
        onChange={(event) => setText(event.target.value)}
        error={failure}
        hint={
          choices.instructions === null
            ? 'This is the default of your settings. Saving gives this conversation its own.'
            : 'Leave it empty to send none.'
        }
      />
    </Dialog>
  )
}
