import { AppError, type ErrorCode } from '../errors.ts'
import type { Provider } from './provider.ts'
import { providerSentence } from './provider-sentence.ts'
import { retryAfterMs } from './retry-after.ts'
import { classify, type OddAnswer, type UpstreamFailure } from './upstream-failure.ts'

/** `keepsNothing`: whoever asked it stores nothing of the answer. */
export type Server = Pick<Provider, 'label' | 'secrets' | 'advice'> & { keepsNothing?: boolean }

const KEPT = 'The conversation is kept.'
const CAME = 'What had come is kept.'
const AGAIN = 'Try again, or choose another model.'

/** Says what happened, what was kept and what can be done. An `AppError` is returned as it is. */
export function modelError(error: unknown, server: Server, now: Date): AppError {
  if (error instanceof AppError) return error
  const { label, advice, secrets } = server
  const say = (code: ErrorCode, ...sentences: string[]) =>
    new AppError(code, told(server, ...sentences), { cause: error })
  const failure = classify(error)

  switch (failure.kind) {
    case 'unreachable':
      return say('model_unreachable', `${label} cannot be reached.`, KEPT, advice.unreachable)
    case 'certificate':
      return say(
        'model_unreachable',
        `${label} has a certificate that is not trusted here (${failure.code}).`,
        KEPT,
        'Start with NODE_EXTRA_CA_CERTS naming the file of its authority, or choose another model.',
      )
    case 'closed':
      return say('model_unreachable', `${label} closed the connection without an answer.`, KEPT, AGAIN)
    case 'incomplete':
      return incomplete(server, error)
    case 'timeout':
      return say('model_timeout', `${label} took too long to answer.`, KEPT, AGAIN)
    case 'odd':
      return new AppError(
        'model_unreadable',
        told(
          server,
          `${label} ${oddWords(failure.answer, failure.status, secrets)}`,
          KEPT,
          advice.unreachable,
        ),
        { cause: error, details: { status: failure.status } },
      )
    case 'unreadable':
      return say(
        'model_unreadable',
        `${label} sent something within its answer that cannot be read${quoted(failure.sentence, secrets)}`,
        CAME,
        AGAIN,
      )
    case 'other':
      return say(
        'model_failed',
        `${label} failed while answering${quoted(failure.sentence, secrets)}`,
        KEPT,
        AGAIN,
      )
    case 'status':
      return statusError(error, failure, server, now)
  }
}

type StatusFailure = Extract<UpstreamFailure, { kind: 'status' }>

/** By the status that the server answered with; `details` hold it. */
function statusError(error: unknown, failure: StatusFailure, server: Server, now: Date): AppError {
  const { label, advice, secrets } = server
  const { status, headers } = failure
  const sentence = quoted(failure.sentence, secrets)
  const say = (code: ErrorCode, happened: string, todo: string, details: Record<string, unknown> = {}) =>
    new AppError(code, told(server, happened, KEPT, todo), { cause: error, details: { status, ...details } })

  if (status === 401 || status === 403)
    return say('model_unauthorized', `${label} did not accept the key (${status}).`, advice.unauthorized)
  if (status === 429) {
    const wait = retryAfterMs(headers, now)
    const happened = `${label} takes no more requests for now${sentence}`
    if (wait === null)
      return say('model_rate_limited', happened, 'Wait a while and try again, or choose another model.')
    const seconds = Math.max(1, Math.ceil(wait / 1000))
    const todo = `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, or choose another model.`
    return say('model_rate_limited', happened, todo, { retryAfterSeconds: seconds })
  }
  if (status === 408) return say('model_timeout', `${label} took too long to answer.`, AGAIN)
  if (status >= 500) return say('model_failed', `${label} failed (${status})${sentence}`, AGAIN)
  return say(
    'model_refused',
    `${label} refused the request (${status})${sentence}`,
    'Change what it names, or choose another model.',
  )
}

function oddWords(answer: OddAnswer, status: number, secrets: readonly string[]): string {
  switch (answer.what) {
    case 'nothing':
      return `answered with nothing (${status}).`
    case 'page':
      return `answered with a web page (${status}) and not with words of a model.`
    case 'json':
      return `answered with JSON in one piece (${status}) and not with a stream of words.`
    case 'text':
      return `answered with something else than a stream of words (${status})${quoted(answer.said, secrets)}`
  }
}

/** The stream stopped without saying that it is over. */
export const incomplete = (server: Server, cause?: unknown): AppError =>
  new AppError(
    'model_incomplete',
    told(
      server,
      `${server.label} broke off before its answer was over.`,
      CAME,
      'Try again to get a whole answer.',
    ),
    { cause },
  )

/** Nothing came for so many milliseconds. */
export const silent = (server: Server, silentMs: number): AppError =>
  new AppError(
    'model_timeout',
    told(
      server,
      `${server.label} sent nothing for ${Math.ceil(silentMs / 1000)} seconds, so the request was given up.`,
      CAME,
      AGAIN,
    ),
  )

/** The sentences, without those that say what is kept where nothing is. */
const told = ({ keepsNothing }: Server, ...sentences: string[]): string =>
  sentences.filter((each) => !(keepsNothing && (each === KEPT || each === CAME))).join(' ')

/** The server's own words behind a colon, or a full stop where there are none. */
function quoted(message: string, secrets: readonly string[]): string {
  const sentence = providerSentence(message, secrets)
  if (sentence === '') return '.'
  return /[.!?…]$/.test(sentence) ? `: ${sentence}` : `: ${sentence}.`
}
