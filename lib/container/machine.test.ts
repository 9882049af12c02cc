import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { machine } from './machine.ts'

const inProcess = (command: string, args: string[]) =>
  execFileSync(
    command,
    [
      ...args,
      process.execPath,
      '-e',
      `import('${import.meta.dirname}/machine.ts').then(({ machine }) => console.log(machine()))`,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  ).trim()

test('processes that see each other are on one machine', () => {
  expect(inProcess('env', [])).toBe(machine())
})

const mayUnshare = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(mayUnshare)('a container of the same host name is another one: its ids are others', () => {
  const elsewhere = inProcess('unshare', ['--pid', '--fork', '--mount-proc'])
  expect(elsewhere).not.toBe('')
  expect(elsewhere).not.toBe(machine())
})
