import { AppError } from '../../errors.ts'

/**
 * `database_unavailable` with the reason in words, for an error whose code is among `reasons`; any other error as it
 * is. `label` names the database without a password.
 */
export function cannotOpen(
  error: unknown,
  label: string,
  reasons: Readonly<Record<string, string>>,
): unknown {
  const reason = reasons[String((error as { code?: unknown }).code)]
  if (!reason) return error
  return new AppError('database_unavailable', `The database ${label} cannot be opened: ${reason}.`, {
    cause: error,
  })
}
