import { X } from 'lucide-react'
import { FIELD } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import type { Days } from './asked-memory'

type Props = { days: Days; onDays: (days: Days) => void }

/** Between which days it was said, each of them open. */
export function DaysFilter({ days, onDays }: Props) {
  const { from, to } = days
  const field = (name: 'from' | 'to', label: string) => (
    <label className="flex items-center gap-2 text-ink-2 text-ui">
      <span className="max-drawer:w-10">{label}</span>
      <input
        type="date"
        aria-label={`Said ${label.toLowerCase()}`}
        className={`${FIELD} h-9 w-auto! min-w-36 px-2!`}
        value={days[name] ?? ''}
        onChange={(event) => onDays({ ...days, [name]: event.target.value || null })}
      />
    </label>
  )
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <legend className="sr-only">When it was said</legend>
      {field('from', 'From')}
      {field('to', 'To')}
      {(from !== null || to !== null) && (
        <IconButton
          icon={X}
          label="Of any day"
          size="small"
          onClick={() => onDays({ from: null, to: null })}
        />
      )}
    </fieldset>
  )
}
