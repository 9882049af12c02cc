import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The address of an SQLite file in a folder of its own. */
export async function temporaryDatabase(): Promise<{ url: string; file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'throughline-'))
  const file = path.join(folder, 'app.db')
  return { url: `file:${file}`, file, remove: () => rm(folder, { recursive: true }) }
}
