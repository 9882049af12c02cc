import type { Ref } from 'react'
import { classes } from '@/components/ui/classes'
import type { Look } from '../context-parts'

type Props = {
  look: Look
  /** null: as its look is called. */
  name: string | null
  tokens: number
  /** What it says, or how many messages it stands for; empty where that is not known. */
  words: string
  pointed: boolean
  /** null: it leads nowhere. */
  onPress: (() => void) | null
  ref?: Ref<HTMLLIElement>
}

const NAMES: Record<Look, string> = {
  instructions: 'Instructions',
  summary: 'Summary',
  pinned: 'Pinned',
  user: 'You',
  assistant: 'Answer',
  result: 'Result',
  recall: 'Recalled',
  newest: 'New message',
  reserve: 'Kept for what is recalled',
  free: 'Free',
}

/** One thing that was sent, and its tokens. */
export function SentRow({ look, name, tokens, words, pointed, onPress, ref }: Props) {
  const content = (
    <>
      <span aria-hidden data-look={look} className="mt-1 h-3 w-1.5 shrink-0 rounded-sm" />
      <span className={classes('max-w-3/5 shrink-0 truncate', pointed ? 'text-ink-2' : 'text-ink-3')}>
        {name ?? NAMES[look]}
      </span>
      <bdi className="min-w-0 flex-1 truncate text-start">{words}</bdi>
      <span className="shrink-0 font-mono text-ink-2 text-small">
        {tokens.toLocaleString('en')}
        <span className="sr-only"> tokens</span>
      </span>
    </>
  )
  const className = 'flex w-full items-start gap-2 rounded-md px-2 py-1'
  return (
    <li ref={ref}>
      {onPress ? (
        <button
          type="button"
          aria-current={pointed || undefined}
          className={classes(className, pointed ? 'bg-accent-soft' : 'hover:bg-hover')}
          onClick={onPress}
        >
          {content}
        </button>
      ) : (
        <div className={className}>{content}</div>
      )}
    </li>
  )
}
