import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type MemoryQuery, memoryQuery } from '../../lib/schemas/recall.ts'
import { PlainError } from '../progress.mjs'

const BANK = join(import.meta.dirname, '../../bench/memorybank')

/** How many a search shows unless it is told. */
const LIMIT = 10

export const USAGE = `Usage: npm run memory -- search "…" [--session ID] [--from DAY] [--to DAY] [--limit N]
       npm run memory -- status
       npm run memory -- eval [FOLDER]`

/** What a terminal asked for. */
export type Asked =
  | { kind: 'search'; query: MemoryQuery }
  | { kind: 'status' }
  | { kind: 'eval'; folder: string }

/** Throws `PlainError` with the usage where they ask for nothing that there is. */
export function readArguments(given: readonly string[]): Asked {
  const { values, positionals } = parsed(given)
  const [kind, ...rest] = positionals
  const takesOptions = kind === 'search'
  if (!takesOptions && Object.keys(values).length > 0) throw new PlainError(USAGE)
  if (kind === 'search') return { kind, query: searchFor(rest.join(' ').trim(), values) }
  if (kind === 'status' && rest.length === 0) return { kind }
  if (kind === 'eval' && rest.length < 2) return { kind, folder: rest[0] ?? BANK }
  throw new PlainError(USAGE)
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      options: {
        session: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        limit: { type: 'string' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    if (error instanceof TypeError) throw new PlainError(USAGE, { cause: error })
    throw error
  }
}

type Options = ReturnType<typeof parsed>['values']

/** Days are those of the clock of this machine. */
function searchFor(query: string, { session, limit, ...days }: Options): MemoryQuery {
  if (query === '') throw new PlainError(`Say what to search for.\n${USAGE}`)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const read = memoryQuery.safeParse({
    ...{ query, sessionId: session ?? null, limit: limit ?? LIMIT },
    ...{ ...days, timeZone },
  })
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  throw new PlainError([...wrong, USAGE].join('\n'))
}
