import type { Metadata } from 'next'
import Link from 'next/link'
import { CodeExample } from '@/components/docs/code-example'
import { EndpointList, endpointsOf } from '@/components/docs/endpoint-list'
import { EndpointSection } from '@/components/docs/endpoint-section'
import { openapiDocument } from '@/lib/schemas/openapi'
import { ENDPOINTS } from '@/lib/schemas/openapi-endpoints'
import { version } from '@/package.json'

export const metadata: Metadata = { title: 'Interfaces' }

const LINK = 'text-accent underline hover:text-accent-strong'

/** `/openapi.json` to read. */
export default function ApiPage() {
  const document = openapiDocument(ENDPOINTS, version)
  const endpoints = endpointsOf(document)
  return (
    <main className="mx-auto max-w-192 px-4 py-10 drawer:px-8">
      <p className="pb-6 text-ui">
        <Link href="/" className={LINK}>
          Throughline
        </Link>
      </p>
      <h1 className="pb-2 font-semibold text-head">Interfaces for other programs</h1>
      <p className="pb-4 text-ink-2">
        What this server takes from other programs and gives them. The same for machines is{' '}
        <a href="/openapi.json" className={LINK}>
          openapi.json
        </a>
        . Bodies are JSON. Where an access token is set, it goes along as{' '}
        <code className="font-mono text-small">Authorization: Bearer …</code>
      </p>
      <EndpointList endpoints={endpoints} />
      {endpoints.map(({ method, path, operation }) => (
        <EndpointSection
          key={operation.operationId}
          method={method}
          path={path}
          operation={operation}
          named={document.components.schemas}
        />
      ))}
      <section aria-labelledby="failures" className="flex flex-col gap-3 border-rule border-t py-8">
        <h2 id="failures" className="font-semibold text-body">
          When something fails
        </h2>
        <p className="text-ink-2">
          Below each endpoint stand the statuses that it may fail with and the codes behind them. The body
          says which, and what happened in a sentence. What tries again later says when, in the header{' '}
          <code className="font-mono text-small">retry-after</code>.
        </p>
        <CodeExample label="For example, with the status 404" text={FAILURE} />
      </section>
    </main>
  )
}

const FAILURE = JSON.stringify(
  { error: { code: 'session_not_found', message: 'There is no conversation with that id.' } },
  null,
  2,
)
