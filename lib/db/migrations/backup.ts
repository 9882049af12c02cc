import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createClient } from '@libsql/client'

const KEPT = 3

/**
 * Copies an SQLite database, also what still stands in its write-ahead log, to `<file>.<time>.bak`, and keeps the
 * newest three copies. Returns the copy, or null where the database holds no table yet.
 */
export async function copyAside(file: string, now: Date): Promise<string | null> {
  const target = `${file}.${now.toISOString().replace(/\D/g, '')}.bak`
  const client = createClient({ url: `file:${file}` })
  try {
    const { rows } = await client.execute(`SELECT 1 FROM sqlite_master LIMIT 1`)
    if (rows.length === 0) return null
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] })
  } finally {
    client.close()
  }
  await removeOldest(file)
  return target
}

async function removeOldest(file: string): Promise<void> {
  const copies = (await readdir(dirname(file)))
    .filter((name) => name.startsWith(`${basename(file)}.`) && /\.\d{17}\.bak$/.test(name))
    .sort()
  for (const name of copies.slice(0, -KEPT)) await rm(join(dirname(file), name))
}
