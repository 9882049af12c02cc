import { Section } from './section'

export function AboutSection({ version, database }: { version: string; database: string }) {
  return (
    <Section
      id="about"
      title="About"
      intro="Throughline sends nothing to anyone but the model that you chose."
    >
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-4 gap-y-1 text-ui">
        <dt className="text-ink-3">Version</dt>
        <dd>{version}</dd>
        <dt className="text-ink-3">Database</dt>
        <dd>{database}</dd>
      </dl>
    </Section>
  )
}
