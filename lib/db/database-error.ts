import { AppError } from '../errors.ts'
import type { Dialect } from './database-url.ts'

/** What a failed query means for whoever sent it. */
export type ErrorKind =
  /** SQLite's write lock is taken: nothing happened, try again. */
  | 'busy'
  /** Postgres ended the transaction in favour of another: nothing happened, try again. */
  | 'conflict'
  | 'unique'
  | 'foreignKey'
  /** The database cannot be reached or opened now. */
  | 'unavailable'
  | 'other'

const BY_PRISMA_CODE: Readonly<Record<string, ErrorKind>> = {
  P2002: 'unique',
  P2003: 'foreignKey',
  P2034: 'conflict',
  P1000: 'unavailable',
  P1001: 'unavailable',
  P1002: 'unavailable',
  P1003: 'unavailable',
  P1008: 'unavailable',
  P1010: 'unavailable',
  P1011: 'unavailable',
  P1017: 'unavailable',
  P2024: 'unavailable',
  P2028: 'unavailable',
  P2037: 'unavailable',
}

const BY_DRIVER_KIND: Readonly<Record<string, ErrorKind>> = {
  UniqueConstraintViolation: 'unique',
  ForeignKeyConstraintViolation: 'foreignKey',
  TransactionWriteConflict: 'conflict',
  SocketTimeout: 'unavailable',
  DatabaseNotReachable: 'unavailable',
  DatabaseDoesNotExist: 'unavailable',
  DatabaseAccessDenied: 'unavailable',
  AuthenticationFailed: 'unavailable',
  ConnectionClosed: 'unavailable',
  TlsConnectionError: 'unavailable',
  TooManyConnections: 'unavailable',
}

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const BY_SQLITE_CODE: Readonly<Record<number, ErrorKind>> = {
  5: 'busy',
  6: 'busy',
  8: 'unavailable', // READONLY
  10: 'unavailable', // IOERR
  11: 'unavailable', // CORRUPT
  13: 'unavailable', // FULL
  14: 'unavailable', // CANTOPEN
  26: 'unavailable', // NOTADB
}

const SQLITE_NAMES: Readonly<Record<string, number>> = {
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_NOTADB: 26,
}

/** SQLSTATEs: class 08 is the connection, 57P the server going or coming, 53 resources. */
const POSTGRES_AWAY = /^(08|57P0|53)/
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])

type Field = Record<string, unknown>

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Field)[name] : undefined

/** Told by codes and kinds alone: those of Prisma, of its driver adapter, of the driver. */
export function errorKind(error: unknown, dialect: Dialect): ErrorKind {
  const code = field(error, 'code')
  const driver = field(field(field(error, 'meta'), 'driverAdapterError'), 'cause') ?? driverError(error) ?? {}
  const original = field(driver, 'originalCode') ?? field(driver, 'extendedCode') ?? code

  if (dialect === 'sqlite') {
    const number = SQLITE_NAMES[String(original)] ?? Number(original)
    const kind = BY_SQLITE_CODE[number & 0xff]
    if (kind) return kind
  } else if (typeof original === 'string') {
    if (original === '40001' || original === '40P01') return 'conflict'
    if (POSTGRES_AWAY.test(original) || SOCKET_CODES.has(original)) return 'unavailable'
  }
  return BY_DRIVER_KIND[String(field(driver, 'kind'))] ?? BY_PRISMA_CODE[String(code)] ?? 'other'
}

/** A driver adapter's error that Prisma passed on as it was. */
const driverError = (error: unknown): unknown =>
  field(error, 'name') === 'DriverAdapterError' ? field(error, 'cause') : undefined

/**
 * What a caller may see of a failure of the database; anything else is returned as it is. `connectionLost`: a
 * connection broke meanwhile, which explains an error that has no code of its own.
 */
export function toAppError(error: unknown, options: { dialect: Dialect; connectionLost: boolean }): unknown {
  if (error instanceof AppError) return error
  const kind = errorKind(error, options.dialect)
  if (kind === 'busy' || kind === 'conflict')
    return new AppError('database_busy', 'The database is busy. Try again in a moment.', { cause: error })
  const lost = kind === 'other' && options.connectionLost && field(error, 'code') === undefined
  if (kind === 'unavailable' || lost)
    return new AppError(
      'database_unavailable',
      'The database cannot be reached right now. Try again in a moment.',
      { cause: error },
    )
  return error
}
