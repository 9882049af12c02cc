// A process of its own that takes an SQLite file's write lock and keeps it: node hold-lock.ts <file> <ms>
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@libsql/client'

const [file, ms] = process.argv.slice(2)
const client = createClient({ url: `file:${file}` })
const transaction = await client.transaction('write')
process.stdout.write('locked\n')
await setTimeout(Number(ms))
await transaction.rollback()
client.close()
