import { classes } from '@/components/ui/classes'
import { FIELD } from '@/components/ui/field'
import type { Previewed } from './use-previewed'

/** Which conversation a setting is shown with. */
export function PreviewedChoice({
  label,
  previewed: { offered, chosen, choose },
}: {
  label: string
  previewed: Previewed
}) {
  return (
    <label className="flex flex-col gap-1 text-ink-2 text-small">
      {label}
      <select
        className={classes(FIELD, 'h-9 max-w-full truncate drawer:max-w-96')}
        value={chosen?.id ?? ''}
        onChange={(event) => choose(event.target.value)}
      >
        {offered.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
