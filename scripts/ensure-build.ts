import { join } from 'node:path'
import { createBuildStore } from './build-store.ts'
import { withFileLock } from './file-lock.mjs'
import type { Progress } from './progress.mjs'
import { runQuietly } from './run-quietly.mjs'
import { sourceHash } from './source-hash.ts'

/** A build that stays until it is released. `distDir` counts from the project's folder. */
export type UsableBuild = { distDir: string; release(): void }

type BuildOrder = { root: string; distDir: string; onSpawn(pid: number): void }
type Build = (order: BuildOrder) => Promise<void>

/** The build of the sources as they are now: one that is there, else a new one, made once however many ask. */
export async function ensureBuild(
  root: string,
  progress: Progress,
  build: Build = buildWithNext,
): Promise<UsableBuild> {
  const store = createBuildStore(root)
  return withFileLock(
    join(root, '.next', 'build.lock'),
    async (lock) => {
      const hash = sourceHash(root)
      let name = store.find(hash)
      if (name === null) {
        name = store.attempt(hash)
        const distDir = store.path(name)
        await progress.step('Building the application (half a minute)', () =>
          build({ root, distDir, onSpawn: lock.alsoHeldBy }),
        )
        store.complete(name)
      }
      const release = store.use(name)
      store.prune()
      return { distDir: store.path(name), release }
    },
    { onWait: () => progress.line('Another start is building the application: waiting for it.') },
  )
}

function buildWithNext({ root, distDir, onSpawn }: BuildOrder): Promise<void> {
  return runQuietly(process.execPath, [join(root, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      THROUGHLINE_DIST_DIR: distDir,
    },
    onSpawn,
    failure: 'The application could not be built.',
  })
}
