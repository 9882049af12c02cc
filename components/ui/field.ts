/** The look of everything that is written into. */
export const FIELD =
  'w-full rounded-md border border-rule-strong bg-paper px-3 text-ink text-ui transition-colors hover:border-ink-3 focus-visible:border-accent focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-danger'
