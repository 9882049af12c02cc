// Makes the build that `npm start` would make, and nothing else.
import { join } from 'node:path'
import { ensureBuild } from './ensure-build.ts'
import { createProgress, PlainError } from './progress.mjs'

try {
  const build = await ensureBuild(join(import.meta.dirname, '..'), createProgress())
  build.release()
  console.log(`The build is in ${build.distDir}`)
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
