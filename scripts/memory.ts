// What a terminal can ask of the memory, without a running server:
//   search "…"      what a turn that asked this would find in the database of DATABASE_URL, with its scores
//   status          how its index stands
//   eval [folder]   how well the rankings find what answers questions, on conversations in the files of
//                   bench/memorybank: recall, MRR and nDCG, for each person's memory and for all together
import { join } from 'node:path'
import { AppError } from '../lib/errors.ts'
import { loadEnv } from './load-env.ts'
import { readArguments } from './memory/arguments.ts'
import { type OpenMemory, openMemory } from './memory/open-memory.ts'
import { printEvaluation } from './memory/print-evaluation.ts'
import { searchLines } from './memory/search.ts'
import { statusLines } from './memory/status.ts'
import { PlainError } from './progress.mjs'

const root = join(import.meta.dirname, '..')

async function printFrom(linesOf: (memory: OpenMemory) => Promise<string[]>) {
  const memory = await openMemory(root, loadEnv(root, 'production'))
  try {
    console.log((await linesOf(memory)).join('\n'))
  } finally {
    await memory.close()
  }
}

try {
  const asked = readArguments(process.argv.slice(2))
  if (asked.kind === 'search') await printFrom((memory) => searchLines(memory, asked.query))
  else if (asked.kind === 'status') await printFrom(statusLines)
  else await printEvaluation(asked.folder)
} catch (error) {
  if (!(error instanceof AppError || error instanceof PlainError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
