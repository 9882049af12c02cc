import type { ReactNode } from 'react'

type Props = { id: string; title: string; intro: ReactNode; children: ReactNode }

/** A part of the settings: its name beside it where there is room, else above. */
export function Section({ id, title, intro, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-4 gap-x-8 gap-y-4 border-rule border-t py-8 panel:grid-cols-[176px_minmax(0,1fr)]"
    >
      <h2 id={`${id}-title`} className="font-semibold text-body">
        {title}
      </h2>
      <div className="flex min-w-0 flex-col gap-5">
        <p className="text-ink-2 text-ui">{intro}</p>
        {children}
      </div>
    </section>
  )
}
