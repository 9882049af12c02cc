import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runQuietly } from './run-quietly.mjs'

const node = (code: string) =>
  runQuietly(process.execPath, ['-e', code], { cwd: tmpdir(), failure: 'It failed.' })

test('a command that succeeds says nothing', async () => {
  expect(await node('console.log("chatter")')).toBeUndefined()
})

test('one that fails tells what it said, and how it ended', async () => {
  await expect(node('console.log("out"); console.error("err"); process.exit(3)')).rejects.toMatchObject({
    name: 'PlainError',
    message: expect.stringMatching(/out[\s\S]*err[\s\S]*It failed\. \(.* ended with 3\)$/),
  })
})

test('one that does not exist is a failure', async () => {
  await expect(runQuietly('/no/such/program', [], { cwd: tmpdir(), failure: 'It failed.' })).rejects.toThrow(
    /^It failed\. \/no\/such\/program: .*ENOENT/,
  )
})
