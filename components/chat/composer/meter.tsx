'use client'

import { CloudOff } from 'lucide-react'
import { ContextBar } from '@/components/context/context-bar'
import { fallsNext, fallsNextInWords } from '@/components/context/falls-next'
import { useContextActions, useShownContext } from '@/components/context/shown-context'
import { Tooltip } from '@/components/ui/tooltip'

/** How full the next turn is, and what falls out when it is full. Opens the panel. */
export function Meter() {
  const { plan, planFailure, pinned, panelOpen } = useShownContext()
  const { openPanel } = useContextActions()
  if (!plan) return <span className="flex-1" />
  const { tokens, limit, overBudget } = plan
  const share = `${tokens.toLocaleString('en')} of ${limit.total.toLocaleString('en')} tokens`
  const falls = fallsNext(plan)
  const next = falls ? ` ${fallsNextInWords(falls)}` : ''
  const stale = planFailure === null ? '' : ` As of before: ${planFailure}`
  const full = overBudget ? `${share}: over the limit.` : `What is sent next: ${share}.`
  return (
    <Tooltip text={`${full}${next}${stale}`}>
      <button
        type="button"
        aria-expanded={panelOpen}
        onClick={() => openPanel(!panelOpen)}
        className="flex h-7 min-w-fit flex-1 items-center justify-end gap-3 rounded-md px-2 text-ink-3 text-small hover:bg-hover hover:text-ink-2"
      >
        {planFailure !== null && <CloudOff size={16} aria-hidden className="shrink-0 text-warn" />}
        <ContextBar map={plan} pinned={pinned} className="h-1.5 w-24 shrink-0 max-drawer:w-16" />
        <span className={overBudget ? 'shrink-0 text-warn' : 'shrink-0'}>
          {Math.round((100 * tokens) / limit.total)}%
        </span>
        <span className="sr-only">
          full: {share} are sent next.{next}
          {stale} Opens the context panel.
        </span>
      </button>
    </Tooltip>
  )
}
