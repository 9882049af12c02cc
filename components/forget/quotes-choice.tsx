'use client'

import { useId } from 'react'
import { written } from '@/components/ui/written'
import type { QuoteList } from '@/lib/schemas/forget'

type Props = {
  list: QuoteList
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Answers elsewhere that were given what is to be forgotten, or one another: they may repeat it, so each can go as well. */
export function QuotesChoice({ list: { quotes, total }, chosen, onChange }: Props) {
  const id = useId()
  const unlisted = total - quotes.length
  const choose = (answerId: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(answerId)
    else next.delete(answerId)
    onChange(next)
  }
  return (
    <fieldset aria-describedby={id} className="min-w-0 border-rule border-t pt-3">
      <legend className="float-start font-medium text-ink">Answers that were given it</legend>
      <p id={id} className="clear-both text-small">
        They may repeat what it says, and so may what was answered below them. Those that are checked go as
        well; their questions stay.
      </p>
      <ul className="-mx-2 mt-1 max-h-48 overflow-y-auto">
        {quotes.map(({ answerId, session, words, writing }) => (
          <li key={answerId}>
            <label className="flex min-h-9 gap-2 rounded-md px-2 py-1 hover:bg-hover">
              <input
                type="checkbox"
                className="mt-0.5 size-4 shrink-0 accent-accent"
                checked={chosen.has(answerId)}
                onChange={(event) => choose(answerId, event.target.checked)}
              />
              <span className="min-w-0">
                <bdi className="line-clamp-2 wrap-anywhere text-ink">
                  {writing ? 'Still being written: stop it first, or let it stay.' : words}
                </bdi>
                <span className="block truncate text-ink-3 text-small">
                  in <bdi>{session.title}</bdi>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {unlisted > 0 && (
        <p className="mt-1 text-small text-warn">
          And {written(unlisted)} more that are not listed, which stay.
        </p>
      )}
    </fieldset>
  )
}
