'use client'

import { useId, useState } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { ClearConversationDialog } from '@/components/forget/clear-conversation-dialog'
import { DeleteAllDialog } from '@/components/forget/delete-all-dialog'
import { DeleteConversationDialog } from '@/components/forget/delete-conversation-dialog'
import { secondsInWords } from '@/components/forget/forget-words'
import { useForget } from '@/components/forget/use-forget'
import { visibleSessions } from '@/components/sessions/session-list'
import { useSessionList } from '@/components/sessions/session-store-context'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { FIELD } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { ForgetRow } from './forget-row'
import { Section } from './section'

/** So many are offered: of older ones the menu of the conversation does the same, and is found by the filter. */
const OFFERED = 50

type Asked = 'clear' | 'delete' | 'delete all'

/** What the header of a conversation offers, for any recent one; and all of them at once. */
export function ClearHistorySection({ undoSeconds }: { undoSeconds: number }) {
  const sessions = visibleSessions(useSessionList()).slice(0, OFFERED)
  const { startAfresh } = useForget()
  const show = useToast()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const id = useId()
  const chosen = sessions.find((session) => session.id === chosenId) ?? sessions[0]

  const startAfreshNow = async (sessionId: string) => {
    try {
      await startAfresh(sessionId)
    } catch (error) {
      show({ text: sentenceOf(error), tone: 'danger' })
    }
  }
  const dialog = { open: true, onOpenChange: (open: boolean) => !open && setAsked(null) }

  return (
    <Section
      id="clear-history"
      title="Clear history"
      intro={`The same can be done from the menu at the top of a conversation. ${
        undoSeconds === 0
          ? 'What is deleted cannot be brought back; it goes from the database as well.'
          : `What is deleted can be brought back for ${secondsInWords(undoSeconds)}; after that it is gone from the database as well.`
      }`}
    >
      {chosen ? (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="font-medium text-ui">
            One conversation
          </label>
          <select
            id={id}
            className={classes(FIELD, 'h-9')}
            value={chosen.id}
            onChange={(event) => setChosenId(event.target.value)}
          >
            {sessions.map((session) => (
              <option key={session.id} value={session.id}>
                {session.title}
              </option>
            ))}
          </select>
          <div className="mt-1 divide-y divide-rule">
            <ForgetRow does="Nothing above this point is sent to the model from now on. Everything stays readable.">
              <Button size="small" onClick={() => startAfreshNow(chosen.id)}>
                Start afresh
              </Button>
            </ForgetRow>
            <ForgetRow does="Deletes its messages and all that came from them. The empty conversation stays.">
              <Button size="small" className="text-danger!" onClick={() => setAsked('clear')}>
                Clear…
              </Button>
            </ForgetRow>
            <ForgetRow does="Deletes the conversation itself as well.">
              <Button size="small" className="text-danger!" onClick={() => setAsked('delete')}>
                Delete…
              </Button>
            </ForgetRow>
          </div>
        </div>
      ) : (
        <p className="text-ink-3 text-ui">There are no conversations.</p>
      )}
      {chosen && (
        <div className="flex flex-col gap-1.5">
          <h3 className="font-medium text-ui">All conversations</h3>
          <div className="border-rule border-y">
            <ForgetRow does="Deletes every conversation, with all that came from them. Settings stay.">
              <Button size="small" className="text-danger!" onClick={() => setAsked('delete all')}>
                Delete all…
              </Button>
            </ForgetRow>
          </div>
        </div>
      )}
      {chosen && asked === 'clear' && <ClearConversationDialog sessionId={chosen.id} {...dialog} />}
      {chosen && asked === 'delete' && (
        <DeleteConversationDialog sessionId={chosen.id} title={chosen.title} {...dialog} />
      )}
      {asked === 'delete all' && <DeleteAllDialog {...dialog} />}
    </Section>
  )
}
