import { Timer, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

const DELETED =
  'This conversation was deleted, in another window or on another device. Nothing more can be sent in it.'

const ENDED = 'This temporary chat has ended and was deleted. Nothing more can be sent in it.'

const ENDED_OF_PROGRAM =
  'This conversation of a program has ended, or was deleted. Nothing more can be sent in it.'

type Props = { draft: string; temporary: boolean; brief: boolean }

/**
 * In the composer's place, where the conversation was deleted elsewhere, or was one that ends and has ended. `draft`:
 * what was not sent is there to be copied.
 */
export function ConversationGone({ draft, temporary, brief }: Props) {
  const Icon = brief ? Timer : Trash2
  return (
    <section
      aria-label={brief ? 'Ended conversation' : 'Deleted conversation'}
      className="thread-column shrink-0 pb-4 max-drawer:pb-2"
    >
      <div className="thread-row">
        <div className="-mx-3 flex flex-col gap-2 rounded-md bg-float p-3 shadow-[0_0_0_1px_var(--rule-strong)]">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ui">
            <p role="alert" className="flex min-w-0 flex-1 basis-64 gap-2 text-warn">
              <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
              {temporary ? ENDED : brief ? ENDED_OF_PROGRAM : DELETED}
            </p>
            <Link href="/" className={buttonClasses({ size: 'small' })}>
              New chat
            </Link>
          </div>
          {draft !== '' && (
            <div className="flex items-start gap-2">
              <textarea
                readOnly
                dir="auto"
                rows={1}
                value={draft}
                aria-label="Your message, not sent"
                className="field-sizing-content block max-h-[20dvh] min-w-0 flex-1 resize-none overflow-y-auto bg-transparent text-ink-2 outline-none"
              />
              <CopyButton label="Copy your message" text={() => draft} />
            </div>
          )}
        </div>
      </div>
    </section>
  )
}
