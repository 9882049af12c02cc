import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { SaidLink } from './said-link'
import { SaidTime } from './said-time'

type Said = {
  /** Its question's. */
  exchangeId: string
  sessionId: string
  title: string
  saidAt: string
  user: string
  /** null: the answer is not remembered. */
  assistant: string | null
}

type Props = {
  said: Said
  /** It matters less than others beside it. */
  dim?: boolean
  /** Why it is here, below its place and time. */
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
  onNavigate?: () => void
}

/** What was said before: the beginnings of both sides, and where and when, which leads to it. */
export function Passage({ said, dim = false, children, actions, onNavigate }: Props) {
  const { exchangeId, sessionId, title, saidAt, user, assistant } = said
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-ink-3 text-small">
        <SaidLink
          sessionId={sessionId}
          messageId={exchangeId}
          onNavigate={onNavigate}
          label={`Go to it in ${title}`}
          className="-my-1 max-w-full truncate py-1 font-medium text-accent underline-offset-2 hover:underline"
        >
          <bdi>{title}</bdi>
        </SaidLink>
        <SaidTime saidAt={saidAt} />
      </p>
      <p className={classes('text-ui', dim && 'text-ink-3')}>
        <span className="sr-only">You: </span>
        <bdi className="line-clamp-2 wrap-anywhere">{user}</bdi>
      </p>
      {assistant !== null && (
        <p
          className={classes('border-rule-strong border-s-2 ps-2 text-ui', dim ? 'text-ink-3' : 'text-ink-2')}
        >
          <span className="sr-only">Answer: </span>
          <bdi className="line-clamp-2 wrap-anywhere">{assistant}</bdi>
        </p>
      )}
      {children}
      {actions && <div className="-ms-2 flex flex-wrap gap-x-1">{actions}</div>}
    </div>
  )
}
