import type { JsonSchema, OpenapiDocument, Operation } from '@/lib/schemas/openapi-document'
import { CodeExample } from './code-example'
import { FieldTable } from './field-table'
import { type SchemaField, schemaFields, typeInWords } from './schema-fields'

type Named = OpenapiDocument['components']['schemas']
type Props = { method: string; path: string; operation: Operation; named: Named }
type Media = { schema: JsonSchema; example?: unknown }

/** One endpoint: what it takes, what it gives, how it fails. */
export function EndpointSection({ method, path, operation, named }: Props) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const request = requestBody?.content['application/json']
  const answers = Object.entries(responses).filter(([, { content }]) => exampleOf(content) !== undefined)
  const failures = Object.entries(responses).filter(([, { content }]) => exampleOf(content) === undefined)
  return (
    <section
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="flex scroll-mt-4 flex-col gap-5 border-rule border-t py-8"
    >
      <div>
        <h2 id={`${operationId}-title`} className="font-mono font-semibold text-body">
          <span className="text-accent">{method.toUpperCase()}</span> {path}
        </h2>
        <p className="text-ink-2">
          {summary}. {description}
        </p>
      </div>
      <FieldTable caption="In the address and the headers" fields={parametersOf(parameters, named)} />
      {request && <Body title="It takes" media={request} named={named} />}
      {answers.map(([status, { description: says, content, headers = {} }]) => (
        <div key={status} className="flex flex-col gap-3">
          <Body title={`${status}: ${says}`} media={mediaOf(content)} named={named} />
          <FieldTable caption="In its headers" fields={headersOf(headers)} />
        </div>
      ))}
      {failures.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
          {failures.map(([status, { description: codes }]) => (
            <div key={status} className="contents">
              <dt className="text-ink-3">{status}</dt>
              <dd className="font-mono">{codes}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Body({ title, media, named }: { title: string; media: Media; named: Named }) {
  const { schema, example } = media
  return (
    <div className="flex flex-col gap-3">
      <FieldTable caption={title} fields={schemaFields(schema, named)} />
      <CodeExample
        label={schema.description ?? 'For example'}
        text={typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
      />
    </div>
  )
}

const mediaOf = (content: Record<string, Media>): Media => Object.values(content)[0] ?? { schema: {} }

const exampleOf = (content: Record<string, Media>): unknown => mediaOf(content).example

const parametersOf = (parameters: NonNullable<Operation['parameters']>, named: Named): SchemaField[] =>
  parameters.map(({ name, in: where, required, description, schema }) => ({
    path: where === 'query' ? `?${name}` : name,
    type: typeInWords(schema, named),
    required,
    description: description ?? null,
  }))

const headersOf = (headers: NonNullable<Operation['responses'][string]['headers']>): SchemaField[] =>
  Object.entries(headers).map(([path, { description }]) => ({
    path,
    type: 'string',
    required: false,
    description,
  }))
