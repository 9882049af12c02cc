import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** Prints until its reader is gone and then some, and ends with 7. */
const PRINTER = `
  const { outliveReaders } = await import('${import.meta.dirname}/outlive-readers.ts')
  if (process.argv[1] === 'outlive') outliveReaders()
  let lines = 0
  setInterval(() => {
    console.log('line')
    console.error('line')
    if (++lines === 50) process.exit(7)
  }, 1)
`

async function exitCodeOf(mode: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PRINTER, mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  child.stderr.destroy()
  const [code] = await once(child, 'exit')
  return code
}

test('a process goes on when nobody reads what it prints any more', async () => {
  expect(await exitCodeOf('outlive')).toBe(7)
  // Without it the first line that is lost ends the process.
  expect(await exitCodeOf('plain')).toBe(1)
})
