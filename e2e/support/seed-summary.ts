import { openDatabase } from '../../lib/db/client.ts'
import { storeSummary } from '../../lib/db/testing/summaries.ts'

/** Writes a version straight into the database of a server that has started on it; says its id. */
export async function seedSummary(
  url: string,
  sessionId: string,
  summary: Parameters<typeof storeSummary>[2],
): Promise<string> {
  const database = await openDatabase(url)
  try {
    return await storeSummary({ database }, sessionId, { owner: 'local', ...summary })
  } finally {
    await database.close()
  }
}
