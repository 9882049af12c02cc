'use client'

import { PROVIDER_NAMES } from '@/components/models/provider-names'
import { Button } from '@/components/ui/button'
import type { ModelItem } from '@/lib/schemas/model'
import { Section } from './section'
import { useModels } from './use-models'

export function ModelsSection() {
  const { models, failure, looking, lookAgain } = useModels()
  return (
    <Section
      id="models"
      title="Models"
      intro="What can answer you now. Each conversation keeps the model that was chosen in it; a new one begins with the first of these."
    >
      {models && (
        <ul className="divide-y divide-rule border-rule border-y">
          {models.map((model, index) => (
            <ModelRow key={model.id} model={model} isDefault={index === 0} />
          ))}
        </ul>
      )}
      {failure && (
        <p role="alert" className="text-danger text-ui">
          {failure}
        </p>
      )}
      <p role="status" className="sr-only">
        {looking ? 'Looking for models' : `${models?.length ?? 0} found`}
      </p>
      <Button className="self-start" size="small" onClick={lookAgain} disabled={looking}>
        {looking ? 'Looking…' : 'Look again'}
      </Button>
      <Connecting />
    </Section>
  )
}

function ModelRow({ model, isDefault }: { model: ModelItem; isDefault: boolean }) {
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-3 text-ui">
        <span className="wrap-anywhere font-medium">{model.name}</span>
        {isDefault && <span className="text-accent text-small">default</span>}
        <span className="text-ink-3 text-small drawer:ms-auto">
          {PROVIDER_NAMES[model.provider]} · {model.window.toLocaleString('en')} tokens
        </span>
      </p>
      {model.note && <p className="mt-0.5 text-ink-2 text-small">{model.note}</p>}
    </li>
  )
}

/** How to get more of them. */
function Connecting() {
  return (
    <div className="text-ui">
      <h3 className="font-medium">To connect another</h3>
      <dl className="mt-1.5 grid gap-x-4 gap-y-2 text-ink-2 drawer:grid-cols-[152px_minmax(0,1fr)]">
        <dt>OpenAI</dt>
        <dd>
          Write <Code>OPENAI_API_KEY=…</Code> into <Code>.env</Code> and start again.
        </dd>
        <dt>Any compatible server</dt>
        <dd>
          Write its address, such as <Code>OPENAI_BASE_URL=http://127.0.0.1:8000/v1</Code>, into{' '}
          <Code>.env</Code> and start again.
        </dd>
        <dt>Ollama or LM Studio</dt>
        <dd>Start it on this machine, then look again: it is found on its usual port. No key is needed.</dd>
        <dt>Another default</dt>
        <dd>
          Write <Code>DEFAULT_MODEL=…</Code> into <Code>.env</Code> and start again.
        </dd>
      </dl>
    </div>
  )
}

function Code({ children }: { children: string }) {
  return <code className="wrap-anywhere font-mono text-ink text-small">{children}</code>
}
