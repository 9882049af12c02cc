import { readFile } from 'node:fs/promises'
import type { DatabaseUnderTest } from './use-database.ts'

/** All that a database holds, in lower case: of SQLite the bytes of its files, of Postgres the rows of all tables. */
export async function allText(opened: DatabaseUnderTest['now']): Promise<string> {
  const { database, file } = opened
  const text = database.dialect === 'sqlite' ? await bytesOf(file ?? '') : await rowsOf(opened)
  return text.toLowerCase()
}

async function bytesOf(file: string): Promise<string> {
  const texts = [file, `${file}-wal`].map((name) =>
    readFile(name, 'latin1').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    }),
  )
  return (await Promise.all(texts)).join('\n')
}

async function rowsOf({ database }: DatabaseUnderTest['now']): Promise<string> {
  const tables = await database.read(
    (db) => db.$queryRaw<{ name: string }[]>`
      SELECT CAST(tablename AS TEXT) AS name FROM pg_tables WHERE schemaname = current_schema()`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await database.read((db) =>
      db.$queryRawUnsafe<{ row: string }[]>(`SELECT CAST(to_jsonb(t) AS TEXT) AS row FROM "${name}" t`),
    )
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}
