type Props = {
  /** The setting's name. */
  of: string
  checked: boolean
  onChange: (on: boolean) => void
  className?: string
}

/** Whether the owner's setting counts. Changing the setting itself takes this away. */
export function AsInSettings({ of, checked, onChange, className = 'ms-6' }: Props) {
  return (
    <label className={`${className} flex min-h-7 w-fit items-center gap-2 text-ink-2 text-small`}>
      <input
        type="checkbox"
        aria-label={`${of}: as in the settings`}
        className="size-3.5 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      As in the settings
    </label>
  )
}
