import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { deployMigrations } from '../migrations/deploy.ts'
import { freePort } from './free-port.ts'
import { ROOT, type TestDatabase } from './test-database.ts'

/** A Postgres with the extension pgvector, in this process, with all migrations applied. */
export async function createPgliteDatabase(): Promise<TestDatabase> {
  const db = await PGlite.create({ extensions: { vector } })
  const port = await freePort()
  const server = new PGLiteSocketServer({ db, port, host: '127.0.0.1', maxConnections: 20 })
  await server.start()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`
  await deployMigrations({ url, root: ROOT, now: new Date() })
  const remove = async () => {
    await server.stop()
    await db.close()
  }
  return { url, file: null, remove }
}
