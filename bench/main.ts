import { readdir } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { Bench, Result } from './result.ts'
import { verdict } from './result.ts'
import { table } from './table.ts'

// `npm run bench -- tokens` runs tokens.bench.ts alone.
const wanted = process.argv.slice(2)
const files = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file === `${name}.bench.ts`))
  .sort()
if (files.length === 0) throw new Error(`No bench is named ${wanted.join(' or ')}.`)

console.log(`Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} cores`)
const results: Result[] = []
for (const file of files) {
  console.log(`${file} …`)
  const { default: bench }: { default: Bench } = await import(`./${file}`)
  results.push(...(await bench()))
}
console.log(`\n${table(results)}\n`)

const missed = results.filter((result) => verdict(result) === 'MISSED')
if (missed.length > 0) {
  console.log(`${missed.length} of the floors do not hold.`)
  process.exitCode = 1
}
