import type { SettingsStore } from '../ports/settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '../schemas/settings.ts'
import type { Database, Reader, Writer } from './client.ts'
import { Prisma } from './generated/sqlite/client.ts'

const KEYS = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]

export function createSettingsStore(database: Database): SettingsStore {
  return {
    get: (owner) => database.read((db) => readSettings(db, owner)),

    update: (owner, patch) =>
      database.write(async (tx) => {
        for (const key of KEYS) {
          const given = patch[key]
          if (given === undefined) continue
          const value = given ?? Prisma.JsonNull
          await tx.setting.upsert({
            where: { owner_key: { owner, key } },
            create: { owner, key, value },
            update: { value },
          })
        }
        return readSettings(tx, owner)
      }),
  }
}

async function readSettings(db: Reader | Writer, owner: string): Promise<Settings> {
  // In SQL: they are asked for before every turn.
  const rows = await db.$queryRaw<{ key: string; value: string }[]>`
    SELECT key, CAST(value AS TEXT) AS value FROM "Setting" WHERE owner = ${owner}`
  const known = rows.filter(({ key }) => KEYS.some((each) => each === key))
  return {
    ...DEFAULT_SETTINGS,
    ...Object.fromEntries(known.map(({ key, value }) => [key, JSON.parse(value)])),
  }
}
