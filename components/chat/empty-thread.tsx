'use client'

import { InstructionsNote } from './header/instructions-note'
import { useChosenModel } from './shared-context'
import { TemporarySwitch } from './temporary/temporary-switch'
import { useThread } from './thread/thread-context'

/** Before the first message: what works as things are, and the one thing to know. */
export function EmptyThread() {
  const { session } = useThread()
  const { item } = useChosenModel()
  return (
    <section aria-label="Conversation" className="min-h-0 flex-1 overflow-y-auto">
      <div className="thread-column flex min-h-full flex-col">
        <InstructionsNote />
        <div className="thread-row mt-auto pb-8">
          <span aria-hidden className="line-piece" data-line="fresh" />
          <span aria-hidden className="line-end" data-end="start" />
          <div className="flex flex-col gap-3">
            <h1 className="font-semibold text-head">A conversation whose memory you can see</h1>
            <p className="text-ink-2">
              The line on the left runs beside every message that the model is sent. Where it is dotted, a
              message is left out; point at it to read why.
            </p>
            {item?.provider === 'builtin' && (
              <p className="text-ink-2">
                No model is connected, so the built-in one answers. It is no AI: it quotes the passages of
                what it was sent that fit your question. Everything else works as with any model. To connect
                one, set <code className="font-mono text-ui">OPENAI_API_KEY</code>, or start Ollama or LM
                Studio on this machine.
              </p>
            )}
            {session === null && <TemporarySwitch />}
          </div>
        </div>
      </div>
    </section>
  )
}
