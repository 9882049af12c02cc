import { locateDatabase } from '../lib/db/database-url.ts'
import { deployMigrations } from '../lib/db/migrations/deploy.ts'
import { AppError } from '../lib/errors.ts'
import { PlainError, type Progress } from './progress.mjs'

/** Brings the database up to date and says where it is, without a password. Throws `PlainError`. */
export async function openDatabase(root: string, url: string, progress: Progress): Promise<string> {
  try {
    const { label } = locateDatabase(url, root)
    const { applied, backup } = await deployMigrations({ url, root, now: new Date() })
    if (backup) progress.line(`Copied the database aside to ${backup}`)
    if (applied.length > 0) progress.line(`Brought the database up to date: ${applied.join(', ')}`)
    return label
  } catch (error) {
    if (error instanceof AppError) throw new PlainError(error.message, { cause: error })
    throw error
  }
}
