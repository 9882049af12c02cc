'use client'

import { type ReactNode, useId } from 'react'
import { classes } from '@/components/ui/classes'
import { FIELD } from '@/components/ui/field'
import { written } from '@/components/ui/written'
import { RECALL_BOUNDS, type RecallSettings, recallSettings } from '@/lib/schemas/memory-settings'
import { AsInSettings } from './as-in-settings'
import { LeastSimilarity } from './least-similarity'
import { NumberField } from './number-field'
import {
  FROM_HINTS,
  FROM_NAMES,
  KEPT_HINT,
  RECALL_TOKENS_HINT,
  REMEMBERED_HINT,
  TOP_K_HINT,
} from './recall-words'
import { wholeNumber } from './whole-number'

type RecallKey = keyof RecallSettings

const NAMES: Record<RecallKey, string> = {
  from: 'Recall from',
  remembered: 'May be recalled later',
  topK: 'Passages at most',
  maxTokens: 'Kept free for them',
  minScore: 'Set the least similarity',
}

const FROM = recallSettings.shape.from.options

type Props = {
  value: RecallSettings
  onChange: (change: Partial<RecallSettings>) => void
  onLeave?: () => void
  /** Of a chat of which nothing is kept to be found before it is kept itself. */
  temporary?: boolean
  /** For a conversation: which settings are the owner's, and how one becomes so. */
  inherited?: { has: (key: RecallKey) => boolean; onInherit: (key: RecallKey, on: boolean) => void }
}

/** What is recalled and what may be, each with its name and a sentence; where nothing is, the rest is not asked. */
export function RecallFields({ value, onChange, onLeave, temporary, inherited }: Props) {
  const id = useId()
  const { from, remembered, topK, maxTokens, minScore } = value
  const asInSettings = (key: RecallKey, className = '') =>
    inherited && (
      <AsInSettings
        of={NAMES[key]}
        className={className}
        checked={inherited.has(key)}
        onChange={(on) => inherited.onInherit(key, on)}
      />
    )
  return (
    <>
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-from`} className="font-medium text-ui">
          {NAMES.from}
        </label>
        <select
          id={`${id}-from`}
          aria-describedby={`${id}-from-hint`}
          className={classes(FIELD, 'h-9')}
          value={from}
          onChange={(event) => onChange({ from: recallSettings.shape.from.parse(event.target.value) })}
          onBlur={onLeave}
        >
          {FROM.map((each) => (
            <option key={each} value={each}>
              {FROM_NAMES[each]}
            </option>
          ))}
        </select>
        <Hint id={`${id}-from-hint`}>{FROM_HINTS[from]}</Hint>
        {asInSettings('from')}
      </div>
      {from !== 'off' && (
        <>
          <div className="flex flex-col gap-1">
            <label className="flex min-h-9 items-center gap-2 font-medium text-ui">
              <input
                type="checkbox"
                aria-describedby={`${id}-remembered`}
                className="size-4 shrink-0 accent-accent"
                checked={remembered}
                onChange={(event) => onChange({ remembered: event.target.checked })}
              />
              {NAMES.remembered}
            </label>
            <Hint id={`${id}-remembered`} className="ms-6">
              {temporary ? KEPT_HINT : REMEMBERED_HINT}
            </Hint>
            {asInSettings('remembered', 'ms-6')}
          </div>
          <NumberField
            label={NAMES.topK}
            hint={TOP_K_HINT}
            {...RECALL_BOUNDS.topK}
            value={topK}
            read={wholeNumber}
            write={written}
            onChange={(next) => onChange({ topK: next })}
            onLeave={onLeave}
          >
            {asInSettings('topK')}
          </NumberField>
          <NumberField
            label={NAMES.maxTokens}
            unit="tokens"
            hint={RECALL_TOKENS_HINT}
            {...RECALL_BOUNDS.maxTokens}
            value={maxTokens}
            read={wholeNumber}
            write={written}
            onChange={(next) => onChange({ maxTokens: next })}
            onLeave={onLeave}
          >
            {asInSettings('maxTokens')}
          </NumberField>
          <LeastSimilarity
            label={NAMES.minScore}
            value={minScore}
            onChange={(next) => onChange({ minScore: next })}
            onLeave={onLeave}
          >
            {asInSettings('minScore', 'ms-6')}
          </LeastSimilarity>
        </>
      )}
    </>
  )
}

function Hint({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  return (
    <p id={id} className={classes('text-ink-3 text-small', className)}>
      {children}
    </p>
  )
}
