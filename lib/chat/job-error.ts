import { AppError, type ErrorCode } from '../errors.ts'

/**
 * By code, since the messages of a failed model call may quote its server, and that one what it was sent: nothing of
 * a conversation may stay in a job. Why a summary was refused is a sentence of ours.
 */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  unknown_model: 'The model that the conversation uses is not there any more.',
  model_rate_limited: 'The model’s server took no more requests.',
  model_unauthorized: 'The model’s server did not accept the key.',
  model_unreachable: 'The model’s server could not be reached.',
  model_failed: 'The model’s server failed.',
  model_refused: 'The model’s server refused the request.',
  model_incomplete: 'The model broke off.',
  model_unreadable: 'The model’s server answered with what cannot be read.',
  model_timeout: 'The model took too long.',
  summary_changed: 'The conversation was changed meanwhile.',
  database_busy: 'The database was busy.',
  database_unavailable: 'The database could not be reached.',
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined
  return error.code === 'model_summary_refused' ? error.message : SENTENCES[error.code]
}

/** What a job failed with, in a sentence for its owner. */
export function jobErrorOf(error: unknown): string {
  return sentenceOf(error) ?? 'It failed for a reason that it does not know. The server’s log says more.'
}

/** The same for the log: what can be expected in a few words, anything else as it is, with its stack. */
export function loggedJobError(error: unknown): unknown {
  const message = sentenceOf(error)
  if (!(error instanceof AppError) || message === undefined) return error
  return { code: error.code, message, details: error.details }
}
