import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export const NEXT_CLI = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
export const DOCUMENTED = join(root, 'bench', 'peers', 'next-ai-sdk')

export function buildThroughline(): void {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts')], { cwd: root, stdio: 'ignore' })
}

/** Again only where it is older than what it is made of. */
export function buildDocumented(): void {
  const sources = ['app/api/chat/route.js', 'next.config.mjs'].map((file) => join(DOCUMENTED, file))
  const built = statSync(join(DOCUMENTED, '.next', 'BUILD_ID'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if ([...sources, join(root, 'package-lock.json')].every((file) => statSync(file).mtimeMs < built)) return
  execFileSync(process.execPath, [NEXT_CLI, 'build'], {
    cwd: DOCUMENTED,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
}
