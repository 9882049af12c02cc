import { statSync } from 'node:fs'
import { AppError } from '../errors.ts'

/**
 * SQLite goes on in a file that was moved or deleted under it, and what it is given then is gone when the process
 * ends. The guard throws `database_unavailable` as soon as the path does not lead to the file that was opened. It looks
 * before every write, and at once: that takes microseconds, where to ask and wait takes a turn of the event loop.
 */
export function guardFile(file: string): () => void {
  const opened = identityOf(file)
  return () => {
    if (identityOf(file) === opened) return
    throw new AppError(
      'database_unavailable',
      'The database file was moved or deleted while the server ran. Put it back, or start the server again.',
    )
  }
}

function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}
