import { defineConfig } from 'prisma/config'

const url = process.env.DATABASE_URL ?? 'file:./data/throughline.db'
const dialect = process.env.PRISMA_DIALECT ?? (/^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite')

// The CLI downloads its native schema engine before every command. These never run it, and on a closed network the
// download fails; any file that exists stops it.
if (['generate', 'validate', 'format'].some((command) => process.argv.includes(command)))
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

// The CLI tells its makers about every command, after it has read this file.
process.env.CHECKPOINT_DISABLE ??= '1'

export default defineConfig({
  schema: `prisma/${dialect}`,
  migrations: { path: `prisma/${dialect}/migrations` },
  datasource: { url },
})
