import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Each knows those before it at most, none those behind it. */
const ORDER = [
  'api',
  'ui',
  'docs',
  'models',
  'sessions',
  'forget',
  'recall',
  'context',
  'memory',
  'sidebar',
  'settings',
  'remembered',
  'access',
  'chat',
]

const root = import.meta.dirname

/** The folders that the files of one import from, itself among them. */
function foldersNamedIn(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, folder, file), 'utf8')
      const targets = [...source.matchAll(/(?:from|import) '(@\/components\/|\.)([^']+)'/g)]
      return targets.map(([, start = '', rest = '']) =>
        start === '.' ? join(folder, file, '..', `.${rest}`) : rest,
      )
    })
    .map((path) => path.split('/')[0] ?? '')
}

test('every folder has its place', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...ORDER].sort())
})

test.each(ORDER)('%s knows no folder that may know it', (folder) => {
  const wrong = foldersNamedIn(folder).filter(
    (other) => !ORDER.slice(0, ORDER.indexOf(folder) + 1).includes(other),
  )
  expect(wrong).toEqual([])
})
