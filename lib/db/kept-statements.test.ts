import { createClient } from '@libsql/client'
import { Sqlite3Client } from '@libsql/client/sqlite3'
import Libsql from 'libsql'
import { afterEach, describe, expect, test } from 'vitest'
import { keepStatements } from './kept-statements.ts'
import { emptySqlite, type TestDatabase } from './testing/test-database.ts'

const open: { close(): unknown }[] = []
const made: TestDatabase[] = []
afterEach(async () => {
  for (const each of open.splice(0)) each.close()
  for (const each of made.splice(0)) await each.remove()
})

async function connection() {
  const database = await emptySqlite()
  made.push(database)
  const file = database.file ?? ''
  const connected = new Libsql(file)
  let prepared = 0
  const prepare = connected.prepare.bind(connected)
  connected.prepare = ((sql: string) => {
    prepared++
    return prepare(sql)
  }) as typeof connected.prepare
  const client = new Sqlite3Client(file, {}, keepStatements(connected), 'number')
  open.push(client)
  await client.execute('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT UNIQUE)')
  return { client, url: database.url, prepared: () => prepared }
}

describe('a statement that comes again', () => {
  test('is prepared once, and takes other values', async () => {
    const { client, prepared } = await connection()
    const before = prepared()
    for (const text of ['a', 'b', 'c']) {
      const { rowsAffected } = await client.execute({
        sql: 'INSERT INTO word (text) VALUES (?)',
        args: [text],
      })
      expect(rowsAffected).toBe(1)
    }
    for (const text of ['c', 'a', 'z']) {
      const { rows, columns } = await client.execute({
        sql: 'SELECT id, text FROM word WHERE text = ?',
        args: [text],
      })
      expect(columns).toEqual(['id', 'text'])
      expect(rows.map((row) => row.text)).toEqual(text === 'z' ? [] : [text])
    }
    expect(prepared() - before).toBe(2)
  })

  test('sees what another connection has changed, a table too', async () => {
    const { client, url } = await connection()
    const count = async () => (await client.execute('SELECT COUNT(*) AS n FROM word')).rows[0]?.n
    expect(await count()).toBe(0)
    const other = createClient({ url })
    open.push(other)
    await other.execute("INSERT INTO word (text) VALUES ('a')")
    expect(await count()).toBe(1)
    await other.executeMultiple("ALTER TABLE word ADD COLUMN more TEXT; INSERT INTO word (text) VALUES ('b')")
    expect(await count()).toBe(2)
  })

  test('holds no lock when it is done', async () => {
    const { client, url } = await connection()
    await client.execute("INSERT INTO word (text) VALUES ('a')")
    await client.execute('SELECT * FROM word')
    const other = createClient({ url })
    open.push(other)
    await other.executeMultiple('BEGIN EXCLUSIVE; DROP TABLE word; COMMIT')
    await expect(client.execute('SELECT * FROM word')).rejects.toThrow('no such table')
  })

  test('is prepared anew when it has failed', async () => {
    const { client, prepared } = await connection()
    const insert = () => client.execute("INSERT INTO word (text) VALUES ('a')")
    await insert()
    await expect(insert()).rejects.toThrow('UNIQUE')
    await client.execute('DELETE FROM word')
    const before = prepared()
    expect((await insert()).rowsAffected).toBe(1)
    expect(prepared() - before).toBe(1)
  })
})

test('no more are kept than so many, those that were used last', async () => {
  const { client, prepared } = await connection()
  const often = () => client.execute('SELECT -1 AS n')
  for (let n = 0; n < 500; n++) {
    await client.execute(`SELECT ${n} AS n`)
    await often()
  }
  const before = prepared()
  await often()
  await client.execute('SELECT 499 AS n')
  expect(prepared()).toBe(before)
  await client.execute('SELECT 0 AS n')
  expect(prepared() - before).toBe(1)
})
