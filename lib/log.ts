import type { Logger } from './ports/logger.ts'

type Level = keyof Logger

/** One line a message to standard error, as JSON: standard output belongs to the person who started the server. */
export const log: Logger = {
  info: (message, details) => write('info', message, details),
  warn: (message, details) => write('warn', message, details),
  error: (message, details) => write('error', message, details),
}

function write(level: Level, message: string, details: Record<string, unknown> = {}): void {
  process.stderr.write(`${JSON.stringify({ level, message, ...details }, replaceError)}\n`)
}

function replaceError(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  return { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
}
