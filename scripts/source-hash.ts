import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a build is made of. The database clients are generated from `prisma`, and so need no place here. */
export const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'prisma',
  'instrumentation-client.ts',
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
  'tsconfig.next.json',
]

const isLeftOut = (path: string) =>
  /\.test\.tsx?$|^lib\/db\/generated$|^lib\/\w+\/testing$|^prisma\/\w+\/models\.prisma$|\.DS_Store$/.test(
    path,
  )

function* filesUnder(root: string, path: string): Generator<string> {
  if (isLeftOut(path)) return
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat?.isFile()) yield path
  if (!stat?.isDirectory()) return
  for (const name of readdirSync(join(root, path)).sort()) yield* filesUnder(root, `${path}/${name}`)
}

/** A name for the state of the sources: another one as soon as a build of them could differ. */
export function sourceHash(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of filesUnder(root, source)) {
      const content = readFileSync(join(root, path))
      hash.update(`${path}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex').slice(0, 12)
}
