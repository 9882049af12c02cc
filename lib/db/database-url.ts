import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.ts'

export type Dialect = 'sqlite' | 'postgres'

/** Where a database is, and a name for it that may be shown: no password. */
export type DatabaseLocation =
  | { dialect: 'sqlite'; file: string; label: string }
  | { dialect: 'postgres'; url: string; label: string }

/** Relative SQLite paths count from `root`. Throws `database_unavailable` for a URL of neither kind. */
export function locateDatabase(url: string, root: string): DatabaseLocation {
  if (/^postgres(ql)?:\/\//.test(url)) return { dialect: 'postgres', url, label: postgresLabel(url) }
  if (url.startsWith('file:')) {
    const file = url.startsWith('file://') ? fileURLToPath(url) : pathOf(url, root)
    return { dialect: 'sqlite', file, label: file }
  }
  throw new AppError(
    'database_unavailable',
    'DATABASE_URL must start with file: (SQLite) or postgres:// (Postgres).',
  )
}

function pathOf(url: string, root: string): string {
  const path = url.slice('file:'.length)
  return isAbsolute(path) ? path : resolve(root, path)
}

function postgresLabel(url: string): string {
  if (!URL.canParse(url))
    throw new AppError('database_unavailable', 'DATABASE_URL is not a valid Postgres URL.')
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
