import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { Dialect } from '../../lib/db/database-url.ts'
import { migrationsFolder, readMigrations } from '../../lib/db/migrations/read-migrations.ts'

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void
}

let glue: Promise<Glue> | undefined

/**
 * Prisma's own schema engine as WebAssembly, over a driver adapter: its native binary comes from outside the package
 * registry, which a closed network does not reach.
 */
export async function openEngine(
  root: string,
  dialect: Dialect,
  factory: SqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  glue ??= loadGlue()
  const { SchemaEngine } = await glue
  const datamodels = (await schemaFiles(root, dialect)).map((file): [string, string] => [
    file.path,
    file.content,
  ])
  return SchemaEngine.new({ datamodels }, () => undefined, bindMigrationAwareSqlAdapterFactory(factory))
}

async function loadGlue(): Promise<Glue> {
  // The engine reports a panic through this global; without it the panic itself fails.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => console.error(text) },
  })
  const loaded = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as Glue
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = await readFile(join(dirname(script), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': loaded as unknown as WebAssembly.ModuleImports,
  })
  loaded.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return loaded
}

/** The datasource of the dialect with the shared models, as the engine takes them. */
export async function schemaFiles(
  root: string,
  dialect: Dialect,
): Promise<{ path: string; content: string }[]> {
  const files = [join(root, 'prisma', dialect, 'schema.prisma'), join(root, 'prisma', 'models.prisma')]
  return Promise.all(files.map(async (path) => ({ path, content: await readFile(path, 'utf8') })))
}

export const LOCK_FILE = 'migration_lock.toml'

export const lockFileText = (dialect: Dialect): string =>
  `# Read by Prisma's own commands. Keep it in version control.\nprovider = "${dialect === 'postgres' ? 'postgresql' : 'sqlite'}"\n`

/** What SQLite keeps a full-text table in. */
const FULL_TEXT = ['', '_config', '_content', '_data', '_docsize', '_idx'].map(
  (part) => `ExchangeText${part}`,
)

/** What is made while the server runs, where Postgres has pgvector. */
const NEARBY_VECTORS = ['public.ExchangeVector']

/** Tables that the models do not name and a diff must not drop. */
export const externalTables = (dialect: Dialect) => ({
  externalTables: dialect === 'sqlite' ? FULL_TEXT : NEARBY_VECTORS,
  externalEnums: [],
})

export async function migrationsList(root: string, dialect: Dialect) {
  const migrations = await readMigrations(root, dialect)
  return {
    baseDir: migrationsFolder(root, dialect),
    lockfile: { path: LOCK_FILE, content: lockFileText(dialect) },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  }
}
