import type { OpenapiDocument, Operation } from '@/lib/schemas/openapi-document'

export type ListedEndpoint = { method: string; path: string; operation: Operation }

export const endpointsOf = ({ paths }: OpenapiDocument): ListedEndpoint[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )

/** The way to each endpoint of the page. */
export function EndpointList({ endpoints }: { endpoints: readonly ListedEndpoint[] }) {
  return (
    <nav aria-label="Endpoints" className="pb-8">
      <ul className="flex flex-col gap-1 text-ui">
        {endpoints.map(({ path, operation: { operationId, summary } }) => (
          <li key={operationId} className="flex flex-wrap gap-x-3">
            <a
              href={`#${operationId}`}
              className="font-mono text-accent hover:text-accent-strong hover:underline"
            >
              {path}
            </a>
            <span className="text-ink-3">{summary}</span>
          </li>
        ))}
      </ul>
    </nav>
  )
}
