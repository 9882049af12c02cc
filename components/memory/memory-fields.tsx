'use client'

import { type ReactNode, useId } from 'react'
import { MEMORY_BOUNDS, type MemorySettings } from '@/lib/schemas/memory-settings'
import { DEFAULT_SETTINGS } from '@/lib/schemas/settings'
import { AsInSettings } from './as-in-settings'
import { LimitField } from './limit-field'
import { exchangesHint, SUMMARY_HINT, tokensHint } from './memory-words'

type MemoryKey = Exclude<keyof MemorySettings, 'recall'>

const NAMES: Record<MemoryKey, string> = {
  maxTokens: 'Limit by length',
  maxExchanges: 'Limit by exchanges',
  useSummary: 'Summarise what is older',
}

type Props = {
  value: MemorySettings
  onChange: (change: Partial<MemorySettings>) => void
  onLeave?: () => void
  /** For a conversation: which settings are the owner's, and how one becomes so. */
  inherited?: { has: (key: MemoryKey) => boolean; onInherit: (key: MemoryKey, on: boolean) => void }
  /** Without a sentence for each: where they stand beside others. */
  brief?: boolean
}

/** The three settings of the memory, each with its name, a sentence and its state. */
export function MemoryFields({ value, onChange, onLeave, inherited, brief = false }: Props) {
  const { maxExchanges, maxTokens, useSummary } = value
  const asInSettings = (key: MemoryKey) =>
    inherited && (
      <AsInSettings
        of={NAMES[key]}
        checked={inherited.has(key)}
        onChange={(on) => inherited.onInherit(key, on)}
      />
    )
  return (
    <>
      <LimitField
        label={NAMES.maxTokens}
        unit="tokens"
        narrow={brief}
        hint={brief ? null : tokensHint(maxTokens)}
        {...MEMORY_BOUNDS.maxTokens}
        value={maxTokens}
        fallback={DEFAULT_SETTINGS.memory.maxTokens ?? 8_000}
        onChange={(next) => onChange({ maxTokens: next })}
        onLeave={onLeave}
      >
        {asInSettings('maxTokens')}
      </LimitField>
      <LimitField
        label={NAMES.maxExchanges}
        unit="exchanges"
        narrow={brief}
        hint={brief ? null : exchangesHint(maxExchanges)}
        {...MEMORY_BOUNDS.maxExchanges}
        value={maxExchanges}
        fallback={20}
        onChange={(next) => onChange({ maxExchanges: next })}
        onLeave={onLeave}
      >
        {asInSettings('maxExchanges')}
      </LimitField>
      <SummaryField value={useSummary} brief={brief} onChange={(next) => onChange({ useSummary: next })}>
        {asInSettings('useSummary')}
      </SummaryField>
    </>
  )
}

type SummaryProps = {
  value: boolean
  brief: boolean
  onChange: (value: boolean) => void
  children?: ReactNode
}

function SummaryField({ value, brief, onChange, children }: SummaryProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-9 items-center gap-2 font-medium text-ui">
        <input
          type="checkbox"
          aria-describedby={brief ? undefined : id}
          className="size-4 shrink-0 accent-accent"
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
        />
        {NAMES.useSummary}
      </label>
      {!brief && (
        <p id={id} className="ms-6 text-ink-3 text-small">
          {SUMMARY_HINT}
        </p>
      )}
      {children}
    </div>
  )
}
