import { AISDKError, APICallError, InvalidResponseDataError, RetryError } from 'ai'

/** What went wrong with a request to a model server, told by types and codes alone. */
export type UpstreamFailure =
  | { kind: 'status'; status: number; sentence: string; headers: Record<string, string> | undefined }
  /** No connection came about. */
  | { kind: 'unreachable' }
  /** Its certificate is not trusted here. */
  | { kind: 'certificate'; code: string }
  /** It took the connection and closed it before a word. */
  | { kind: 'closed' }
  /** The answer broke off. */
  | { kind: 'incomplete' }
  | { kind: 'timeout' }
  /** An error inside the stream, or an answer that cannot be read. */
  | { kind: 'other'; sentence: string }

const TIMEOUT_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Those of OpenSSL's checks, and Node's own. */
const CERTIFICATE_CODE = /CERT|^UNABLE_TO_VERIFY|^ERR_TLS_/

export function classify(error: unknown): UpstreamFailure {
  if (RetryError.isInstance(error)) return classify(error.lastError)
  if (InvalidResponseDataError.isInstance(error)) return { kind: 'incomplete' }
  if (APICallError.isInstance(error)) {
    const { statusCode: status, message, responseHeaders: headers } = error
    if (status !== undefined && status >= 300) return { kind: 'status', status, sentence: message, headers }
    const code = networkCode(error)
    if (code !== null && TIMEOUT_CODES.has(code)) return { kind: 'timeout' }
    if (status !== undefined) return { kind: 'incomplete' }
    if (code !== null && CERTIFICATE_CODE.test(code)) return { kind: 'certificate', code }
    return code !== null && CLOSED_CODES.has(code) ? { kind: 'closed' } : { kind: 'unreachable' }
  }
  const status = statusOf(error)
  const sentence = error instanceof Error ? error.message : ''
  return status === null
    ? { kind: 'other', sentence }
    : { kind: 'status', status, sentence, headers: undefined }
}

/** The system's code of a failed connection, wherever in the chain of causes it stands. */
function networkCode(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return null
}

/** The SDK's error for a failure inside a stream carries a status where the server told one; its class is not exported. */
function statusOf(error: unknown): number | null {
  if (!AISDKError.isInstance(error) || !('statusCode' in error)) return null
  return typeof error.statusCode === 'number' ? error.statusCode : null
}
