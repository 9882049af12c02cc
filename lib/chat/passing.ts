import { AppError } from '../errors.ts'

/** Whether the database may well answer in a moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'database_busy' || error.code === 'database_unavailable')
