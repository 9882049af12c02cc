import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from './client.ts'
import { begun, exchange, OWNER, sendTurn } from './testing/turns.ts'
import { useDatabase } from './testing/use-database.ts'

describe('an SQLite file that another process has locked', () => {
  const db = useDatabase('sqlite')
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill()
  })

  async function lockFor(ms: number) {
    const script = join(import.meta.dirname, 'testing', 'hold-lock.ts')
    const child = spawn(process.execPath, [script, db.now.file ?? '', String(ms)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    await once(child.stdout, 'data')
  }

  test('delays a write until it is free; reads and the event loop go on', async () => {
    const { sessionId } = await exchange(db.now)
    await lockFor(3_000)
    let written = false
    const write = db.now.turnStore.begin(sendTurn({ sessionId })).then((turn) => {
      written = true
      return turn
    })
    let reads = 0
    while (!written) {
      await delay(5)
      await db.now.sessions.get(OWNER, sessionId)
      reads++
    }
    expect(begun(await write).answer.seq).toBe(3)
    // One that waited inside the driver would have let hardly any through.
    expect(reads).toBeGreaterThan(20)
  })

  test('fails a write after the deadline, and nothing of it is there', async () => {
    const impatient = await openDatabase(db.now.url, { busyDeadlineMs: 200 })
    await lockFor(30_000)
    const setting = { owner: OWNER, key: 'key', value: 1 }
    const write = () => impatient.write((tx) => tx.setting.create({ data: setting }))
    await expect(write()).rejects.toMatchObject({ code: 'database_busy' })
    await expect(impatient.scrub()).rejects.toMatchObject({ code: 'database_busy' })
    children[0]?.kill()
    await write()
    expect(await impatient.read((db) => db.setting.count())).toBe(1)
    await impatient.close()
  })
})

describe('two clients of one SQLite file', () => {
  const db = useDatabase('sqlite')

  test('lose no write when both read and then write', async () => {
    const clients = [db.now.database, (await db.another()).database, (await db.another()).database]
    const where = { owner_key: { owner: OWNER, key: 'count' } }
    await db.now.database.write((tx) => tx.setting.create({ data: { owner: OWNER, key: 'count', value: 0 } }))
    const add = (i: number) =>
      clients[i % 3]?.write(async (tx) => {
        const row = await tx.setting.findUniqueOrThrow({ where })
        await tx.setting.update({ where, data: { value: Number(row.value) + 1 } })
      })
    await Promise.all(Array.from({ length: 150 }, (_, i) => add(i)))
    expect(await db.now.database.read((db) => db.setting.findUnique({ where }))).toMatchObject({ value: 150 })
  })

  test('keep their settings through transactions that succeed and that fail', async () => {
    const { database } = db.now
    await database.write((tx) => tx.setting.count())
    await expect(database.write(() => Promise.reject(new Error('taken back')))).rejects.toThrow('taken back')
    const pragma = (name: string) =>
      database.read(
        async (db) => Object.values((await db.$queryRawUnsafe<object[]>(`PRAGMA ${name}`))[0] ?? {})[0],
      )
    expect(Number(await pragma('secure_delete'))).toBe(1)
    expect(Number(await pragma('foreign_keys'))).toBe(1)
    expect(Number(await pragma('synchronous'))).toBe(1)
    expect(Number(await pragma('busy_timeout'))).toBeLessThan(50)
    expect(await pragma('journal_mode')).toBe('wal')
  })

  test('do not see, and do not disturb, what a failed transaction wrote', async () => {
    const { database } = db.now
    const data = { owner: OWNER, key: 'key', value: 1 }
    const failing = database.write(async (tx) => {
      await tx.setting.create({ data })
      throw new Error('taken back')
    })
    const outside = database.write((tx) => tx.setting.create({ data: { ...data, key: 'outside' } }))
    await expect(failing).rejects.toThrow('taken back')
    await outside
    expect(await database.read((db) => db.setting.findMany({ select: { key: true } }))).toEqual([
      { key: 'outside' },
    ])
  })

  test('a long transaction lets others have their turn, who do not see what it has not committed', async () => {
    const { database } = db.now
    let turns = 0
    const turn = () => {
      turns++
      turning = setTimeout(turn, 0)
    }
    let turning = setTimeout(turn, 0)
    let seen: Promise<number> | null = null
    await database.write(async (tx) => {
      for (let i = 0; i < 400; i++) {
        await tx.setting.create({ data: { owner: OWNER, key: `${i}`, value: i } })
        if (i === 200) seen = database.read((db) => db.setting.count())
      }
    })
    clearTimeout(turning)
    expect(turns).toBeGreaterThan(2)
    expect(await seen).toBe(400)
  })
})
