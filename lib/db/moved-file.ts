import { stat } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/**
 * SQLite goes on in a file that was moved or deleted under it, and what it is given then is gone when the process
 * ends. The guard throws `database_unavailable` as soon as the path does not lead to the file that was opened.
 */
export async function guardFile(file: string): Promise<() => Promise<void>> {
  const opened = await identityOf(file)
  return async () => {
    if ((await identityOf(file)) === opened) return
    throw new AppError(
      'database_unavailable',
      'The database file was moved or deleted while the server ran. Put it back, or start the server again.',
    )
  }
}

async function identityOf(file: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(file, { bigint: true })
    return `${dev}:${ino}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
