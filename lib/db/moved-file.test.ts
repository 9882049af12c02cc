import { copyFile, rename, rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { exchange, OWNER } from './testing/turns.ts'
import { useDatabase } from './testing/use-database.ts'

describe('a file that is moved under the server', () => {
  const db = useDatabase('sqlite')

  test('takes nothing more, nor does another in its place; it does when it is back', async () => {
    const { sessionId } = await exchange(db.now)
    const file = db.now.file ?? ''
    await rename(file, `${file}.away`)
    await expect(exchange(db.now, { sessionId })).rejects.toMatchObject({ code: 'database_unavailable' })
    await expect(db.now.database.ping()).rejects.toMatchObject({ code: 'database_unavailable' })
    await copyFile(`${file}.away`, file)
    await expect(exchange(db.now, { sessionId })).rejects.toMatchObject({ code: 'database_unavailable' })
    await rm(file)
    await rename(`${file}.away`, file)
    await db.now.database.ping()
    await exchange(db.now, { sessionId })
    expect((await db.now.sessions.get(OWNER, sessionId)).messageCount).toBe(4)
  })
})
