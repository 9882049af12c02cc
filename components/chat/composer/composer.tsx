'use client'

import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useContextActions } from '@/components/context/shown-context'
import { classes } from '@/components/ui/classes'
import { IconButton } from '@/components/ui/icon-button'
import { MESSAGE_MAX } from '@/lib/schemas/text'
import { TemporaryNote } from '../temporary/temporary-note'
import { useThread, useThreadActions } from '../thread/thread-context'
import { LineTail } from '../throughline/line-tail'
import { STOP } from '../use-shortcuts'
import { ConversationGone } from './conversation-gone'
import { MemoryButton } from './memory-button'
import { Meter } from './meter'
import { ModelPicker } from './model-picker'
import { SendRefusal } from './send-refusal'
import { useDraft } from './use-draft'
import { useSend } from './use-send'

const INKED =
  'shadow-[0_0_0_1px_var(--rule-strong)] transition-shadow focus-within:shadow-[0_0_0_1px_var(--accent)]'

/** What is written here does not last. */
const PENCILLED = 'outline-1 outline-ink-3 outline-dashed focus-within:outline-accent'

/** The key of a half-composed character, for browsers that do not say so otherwise. */
const COMPOSING = 229

/** Where the next message is written. The text leaves it when the server has stored it, not before. */
export function Composer() {
  const { session, temporary, run, gone } = useThread()
  const { stop } = useThreadActions()
  const { setDraft } = useContextActions()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, clear } = useDraft(session?.id ?? null, field, { stored: !temporary })
  const { send, refuse, refusal } = useSend(text, clear)
  const tooLong = text.length > MESSAGE_MAX
  const sending = run?.stage === 'sending'
  const writing = run?.stage === 'writing'
  const sendable = run === null && !tooLong && text.trim() !== ''

  useEffect(() => setDraft(tooLong ? '' : text), [text, tooLong, setDraft])

  // A new chat is for writing. Not on a touch screen, where the keyboard would cover the page.
  const isNew = session === null
  useEffect(() => {
    if (isNew && window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [isNew])

  const submit = () => {
    if (!sendable) {
      if (text.trim() !== '') refuse()
      return
    }
    void send(text)
    field.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return
    event.preventDefault()
    submit()
  }
  if (gone) return <ConversationGone draft={text} temporary={temporary} brief={session?.brief ?? temporary} />

  const reason = tooLong
    ? `Too long by ${(text.length - MESSAGE_MAX).toLocaleString('en')} characters`
    : writing
      ? 'An answer is being written'
      : 'Write a message to send it'

  return (
    <form
      className="thread-column shrink-0 pb-4 max-drawer:pb-2"
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {refusal && <SendRefusal refusal={refusal} onRetry={submit} retriable={sendable} />}
      {temporary && session && <TemporaryNote />}
      <div className="thread-row">
        <LineTail className="composer-line" />
        <span aria-hidden className="line-end composer-end" data-end="answer" />
        <div className={classes('-mx-3 rounded-md bg-float', temporary ? PENCILLED : INKED)}>
          <textarea
            ref={field}
            dir="auto"
            rows={1}
            value={text}
            readOnly={sending}
            aria-label="Message"
            aria-describedby={temporary && session ? 'composer-temporary composer-keys' : 'composer-keys'}
            placeholder={session ? 'Write a message' : 'Ask something, or paste a text'}
            className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none overflow-y-auto rounded-md bg-transparent px-3 pt-2.5 pb-1.5 outline-none read-only:opacity-60"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={press}
          />
          <p id="composer-keys" className="sr-only">
            Enter sends, Shift and Enter begin a new line.
          </p>
          <div className="flex items-center gap-1 p-1.5 pt-0">
            <ModelPicker />
            <MemoryButton draft={tooLong ? '' : text} />
            <Meter />
            {writing ? (
              <IconButton
                icon={Square}
                label={run.stopping ? 'Stopping' : 'Stop'}
                shortcut={STOP}
                disabled={run.stopping}
                onClick={stop}
                className="border border-rule-strong"
              />
            ) : (
              <IconButton
                type="submit"
                icon={ArrowUp}
                label={sendable ? 'Send' : sending ? 'Sending' : reason}
                aria-disabled={!sendable}
                className={
                  sendable ? 'bg-accent! text-on-accent! hover:bg-accent-strong!' : 'bg-hover! text-ink-3!'
                }
              />
            )}
          </div>
        </div>
        {tooLong && (
          <p role="alert" className="pt-1 text-danger text-small">
            {reason}.
          </p>
        )}
      </div>
    </form>
  )
}
