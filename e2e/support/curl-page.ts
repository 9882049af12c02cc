import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createParser } from 'eventsource-parser'
import { fromMarkdown } from 'mdast-util-from-markdown'

/** The lines of one block of a page, and what the page says that they print; null: nothing of it. */
export type Lines = { lines: string; says: { text: string; isStream: boolean } | null }

/** The blocks of a page that are run, each with the block behind it where that shows what is answered. */
export function linesOf(markdown: string): Lines[] {
  const blocks = fromMarkdown(markdown).children.filter((node) => node.type === 'code')
  return blocks.flatMap((block, index) => {
    if (block.lang !== 'sh') return []
    const next = blocks[index + 1]
    const shows = next && (next.lang === 'json' || next.lang === 'text')
    return [{ lines: block.value, says: shows ? { text: next.value, isStream: next.lang === 'text' } : null }]
  })
}

const BETWEEN = '--- the next lines ---'

/** Runs all lines of a page in one shell, one after another, and gives what each block printed. */
export async function runLines(blocks: readonly string[]): Promise<string[]> {
  const script = blocks.join(`\nprintf '%s' '${BETWEEN}'\n`)
  const { stdout } = await promisify(execFile)('bash', ['-euc', script])
  return stdout.split(BETWEEN)
}

/** JSON texts with at most white space between them. */
export const jsonIn = (text: string): unknown[] => JSON.parse(`[${text.replaceAll(/\}\s*\{/g, '},{')}]`)

/** A stream of raw text as far as it says the same however the words were cut. */
export function streamIn(text: string): unknown[] {
  const told: Record<string, unknown>[] = []
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      const last = told.at(-1)
      if (event === undefined && last && 'words' in last)
        Object.assign(last, { words: last.words + data, id })
      else if (event === undefined) told.push({ words: data, id })
      else told.push({ event, data: data.startsWith('{') ? JSON.parse(data) : data, ...(id ? { id } : {}) })
    },
  })
  parser.feed(`${text}\n\n`)
  return told
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/**
 * What was printed, with every id replaced by its number in the order of their first mention, and every time by a word:
 * they are others each time.
 */
export function comparable(printed: readonly unknown[]): unknown[] {
  const numbers = new Map<string, number>()
  const numberOf = (id: string) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1)
    return `id ${numbers.get(id)}`
  }
  const withoutIds = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return value.replaceAll(UUID, numberOf).replaceAll(TIME, 'a time')
    if (typeof value === 'number' && key === 'last_active') return Number.isInteger(value) ? value : 'a time'
    if (Array.isArray(value)) return value.map((each) => withoutIds(each))
    if (typeof value !== 'object' || value === null) return value
    const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(sorted.map(([name, each]) => [name, withoutIds(each, name)]))
  }
  return printed.map((each) => withoutIds(each))
}
