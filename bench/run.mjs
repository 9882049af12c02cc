// Plain JavaScript, because this file also runs on a Node that cannot read TypeScript: it installs what is missing and
// hands over to the Node that the repository brings along.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const bench = import.meta.dirname
const root = join(bench, '..')

install(root)
install(bench)
const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
const main = join(bench, 'main.ts')
run('node', ['--expose-gc', '--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], root, {
  ...process.env,
  PATH: path,
})

/** Installs exactly what the lock says, unless that was done since the lock last changed. */
function install(folder) {
  if (
    changedAt(join(folder, 'node_modules/.package-lock.json')) >= changedAt(join(folder, 'package-lock.json'))
  )
    return
  console.log(`Installing the packages of ${folder} …`)
  run('npm', ['ci', '--no-audit', '--no-fund'], folder, process.env)
}

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function run(command, args, cwd, env) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
