import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export const NEXT_CLI = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')

export function buildThroughline(): void {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts')], { cwd: root, stdio: 'ignore' })
}

/**
 * Outside of the repository, since the framework looks for a proxy and for instrumentation in the folders above as well,
 * and would build ours in. The packages are the application's own, so that both sides run the same versions.
 */
export function buildDocumented(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-documented-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    cpSync(join(root, 'bench', 'peers', 'next-ai-sdk'), folder, { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    execFileSync(process.execPath, [NEXT_CLI, 'build'], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    })
  } catch (error) {
    remove()
    throw error
  }
  return { folder, remove }
}
