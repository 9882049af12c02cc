import { AppError } from '../errors.ts'

/** A run that is gone was cleared or deleted while it was being answered: no failure. */
export const isForgotten = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'run_not_found'

/** What whoever waits for such an answer is told. */
export const forgottenWhileAnswered = () =>
  new AppError('session_not_found', 'The conversation was cleared or deleted while it was being answered.')

/** An answer that is gone was cleared or deleted since its end: its reader has it all the same. */
export const isAnswerForgotten = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'message_not_found'
