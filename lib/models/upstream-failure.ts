import {
  AISDKError,
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  RetryError,
  TypeValidationError,
} from 'ai'
import { NotAStreamError } from './stream-check.ts'
import { type ToldFailure, toldFailure, toldFailureIn } from './told-failure.ts'

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
  /** It answered, but not with a stream of words. */
  | { kind: 'odd'; status: number; answer: OddAnswer }
  /** Something inside the stream cannot be read; `sentence` is empty where that is no text for people either. */
  | { kind: 'unreadable'; sentence: string }
  /** An error inside the stream. */
  | { kind: 'other'; sentence: string }

/** What came in place of a stream. */
export type OddAnswer =
  | { what: 'nothing' }
  | { what: 'page' }
  | { what: 'json' }
  | { what: 'text'; said: string }

const TIMEOUT_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Those of OpenSSL's checks, and Node's own. */
const CERTIFICATE_CODE = /CERT|^UNABLE_TO_VERIFY|^ERR_TLS_/

/** What a failed request or stream of the SDK comes to, whatever the SDK makes of it. */
export function classify(error: unknown): UpstreamFailure {
  if (RetryError.isInstance(error)) return classify(error.lastError)
  if (InvalidResponseDataError.isInstance(error)) return { kind: 'incomplete' }
  if (APICallError.isInstance(error)) {
    const { statusCode: status, message, responseHeaders: headers, responseBody = '', cause } = error
    if (status !== undefined && status >= 300) {
      const sentence = toldFailureIn(responseBody)?.sentence || message
      return { kind: 'status', status, sentence, headers }
    }
    if (status !== undefined && cause instanceof NotAStreamError) return odd(status, cause.said)
    if (status !== undefined && EmptyResponseBodyError.isInstance(cause)) return odd(status, '')
    const code = networkCode(error)
    if (code !== null && TIMEOUT_CODES.has(code)) return { kind: 'timeout' }
    if (status !== undefined) return { kind: 'incomplete' }
    if (code !== null && CERTIFICATE_CODE.test(code)) return { kind: 'certificate', code }
    return code !== null && CLOSED_CODES.has(code) ? { kind: 'closed' } : { kind: 'unreachable' }
  }
  if (TypeValidationError.isInstance(error)) return told(toldFailure(error.value)) ?? unreadable('')
  if (JSONParseError.isInstance(error)) return told(toldFailureIn(error.text)) ?? unreadable(error.text)
  // What a server sent as its error and the SDK could make none of.
  if (!(error instanceof Error)) return told(toldFailure({ error })) ?? { kind: 'other', sentence: '' }
  const sentence = error.message
  return told({ sentence, status: statusOf(error) })
}

function told(failure: ToldFailure): UpstreamFailure
function told(failure: ToldFailure | null): UpstreamFailure | null
function told(failure: ToldFailure | null): UpstreamFailure | null {
  if (failure === null) return null
  const { sentence, status } = failure
  return status === null
    ? { kind: 'other', sentence }
    : { kind: 'status', status, sentence, headers: undefined }
}

/** Half a piece of JSON is nothing to be read by people. */
const unreadable = (text: string): UpstreamFailure => ({
  kind: 'unreadable',
  sentence: /[{}[\]<>"]/.test(text) ? '' : text,
})

function odd(status: number, said: string): UpstreamFailure {
  const failure = told(toldFailureIn(said))
  if (failure) return failure
  return { kind: 'odd', status, answer: oddAnswer(said.trim()) }
}

function oddAnswer(said: string): OddAnswer {
  if (said === '') return { what: 'nothing' }
  if (said.startsWith('<')) return { what: 'page' }
  return /^[[{]/.test(said) ? { what: 'json' } : { what: 'text', said }
}

/** The system's code of a failed connection, wherever in the chain of causes it stands. */
function networkCode(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return null
}

/**
 * The SDK's error for a failure inside a stream carries a status where the server told one; its class is not exported.
 */
function statusOf(error: unknown): number | null {
  if (!AISDKError.isInstance(error) || !('statusCode' in error)) return null
  return typeof error.statusCode === 'number' ? error.statusCode : null
}
