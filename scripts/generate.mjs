// Generates the Prisma client of each dialect from prisma/models.prisma. Plain JavaScript: it runs before anything
// is known of the Node that started it, and hands over to the Node 24 of the dependencies where there is one.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const DIALECTS = ['sqlite', 'postgres']
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => path.join(root, ...parts)
const stamp = at('lib', 'db', 'generated', 'inputs.sha256')
const models = at('prisma', 'models.prisma')
const cli = at('node_modules', 'prisma', 'build', 'index.js')

const inputs = [
  models,
  ...DIALECTS.map((dialect) => at('prisma', dialect, 'schema.prisma')),
  at('node_modules', 'prisma', 'package.json'),
]

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const file of inputs) hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function nodeForPrisma() {
  const own = at('node_modules', '.bin', 'node')
  return existsSync(own) ? own : process.execPath
}

/** Prisma prints a page of advice on success; it is shown only when generating fails. */
function generate(dialect) {
  copyFileSync(models, at('prisma', dialect, 'models.prisma'))
  const { status, stdout, stderr, error } = spawnSync(nodeForPrisma(), [cli, 'generate'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PRISMA_DIALECT: dialect, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  })
  if (status === 0) return
  console.error(stdout ?? '', stderr ?? '', error ?? '')
  console.error(`The database client for ${dialect} could not be generated.`)
  process.exit(1)
}

const hash = hashOfInputs()
const generated = DIALECTS.every((dialect) => existsSync(at('lib', 'db', 'generated', dialect, 'client.ts')))
if (!generated || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  for (const dialect of DIALECTS) generate(dialect)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}
