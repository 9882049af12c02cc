import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './file-lock.mjs'

const KEPT = 2
/** Of a process on another machine or in another container, where nobody can ask for it. */
const USE_FORGOTTEN_MS = 24 * 60 * 60_000
const COMPLETE = 'complete'

/** A folder under `.next/builds`. `completedAt` is null until the build has succeeded, in milliseconds. */
type StoredBuild = { name: string; completedAt: number | null }

const modified = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null

const namesIn = (folder: string): string[] => (modified(folder) === null ? [] : readdirSync(folder))

/**
 * Finished builds, by the hash of what they are made of. Every attempt has a folder of its own, so that no build can
 * change one that a server runs from, not even the rest of a build whose starter was killed.
 */
export function createBuildStore(
  root: string,
  { host = hostname(), pid = process.pid, alive = isAlive } = {},
) {
  const folder = join(root, '.next', 'builds')
  const usesOf = (name: string) => join(folder, name, 'in-use')

  const list = (): StoredBuild[] =>
    namesIn(folder).map((name) => ({ name, completedAt: modified(join(folder, name, COMPLETE)) }))

  const isInUse = (name: string) =>
    namesIn(usesOf(name)).some((use) => {
      const [usePid, useHost] = use.split('@')
      if (useHost === host) return alive(Number(usePid))
      return Date.now() - (modified(join(usesOf(name), use)) ?? 0) < USE_FORGOTTEN_MS
    })

  return {
    /** The name of a finished build of these sources; null when there is none. */
    find(hash: string): string | null {
      const found = list().find((build) => build.completedAt !== null && build.name.startsWith(`${hash}-`))
      return found?.name ?? null
    },

    /** A new name for an attempt; its folder is made by the build itself. */
    attempt: (hash: string): string => `${hash}-${randomBytes(4).toString('hex')}`,

    /** Where a build lies, from `root`. */
    path: (name: string): string => `.next/builds/${name}`,

    complete: (name: string): void => writeFileSync(join(folder, name, COMPLETE), ''),

    /** Keeps a build from being pruned until the returned function is called, or this process has ended. */
    use(name: string): () => void {
      const use = join(usesOf(name), `${pid}@${host}`)
      mkdirSync(usesOf(name), { recursive: true })
      writeFileSync(use, '')
      return () => rmSync(use, { force: true })
    },

    /** Removes what no process uses, but for the newest two; to be called by nobody but the one who may build. */
    prune(): void {
      const newestFirst = list().sort((a, b) => (b.completedAt ?? 0) - (a.completedAt ?? 0))
      const kept = newestFirst.filter((build) => build.completedAt !== null).slice(0, KEPT)
      for (const build of newestFirst) {
        if (!kept.includes(build) && !isInUse(build.name))
          rmSync(join(folder, build.name), { recursive: true, force: true })
      }
    },
  }
}
