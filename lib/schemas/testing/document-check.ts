import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenapiDocument } from '../openapi-document.ts'

type Answered = { method: 'get' | 'post'; path: string; status: number; body: unknown }

/** Checks values against the schemas of a document, by another reading of them than ours. */
export function documentCheck(document: OpenapiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'openapi')

  /** What is wrong with a value by the schema of that name; nothing: it fits. */
  function faults(name: string, value: unknown): string[] {
    const validate = ajv.getSchema(`openapi#/components/schemas/${name}`)
    if (!validate) return [`There is no schema ${name}.`]
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  /** The same of the body that the document promises for a response. */
  function faultsOfResponse({ method, path, status, body }: Answered): string[] {
    const promised = document.paths[path]?.[method]?.responses[status]?.content['application/json']
    if (!promised) return [`${method} ${path} does not say that it answers ${status}.`]
    return faults(promised.schema.$ref?.split('/').at(-1) ?? '', body)
  }

  return { faults, faultsOfResponse }
}
