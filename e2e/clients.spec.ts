import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { textOf } from '../lib/schemas/message.ts'
import { threadOf } from './support/api.ts'
import { expect, test } from './support/test.ts'

const run = promisify(execFile)
const EXAMPLES = path.resolve(import.meta.dirname, '../docs/examples')

const SAID = ['My sister Ada lives in Turin.', 'I keep bees.', 'Where does Ada live?']

const clients = ['openai.ts', 'ai-sdk-openai.ts', 'ai-sdk-compatible.ts', 'langchain.ts', 'curl.sh']

for (const client of clients)
  test(`${client}: three turns, of which the third needs the first, and nothing is doubled`, async ({
    app,
  }) => {
    const session = `example of ${client}`
    const file = path.join(EXAMPLES, client)
    const [command, first] = client.endsWith('.sh') ? ['sh', file] : [process.execPath, file]
    const { stdout, stderr } = await run(command, [first, session], {
      // Only this: the test runner's own settings make Node say more than the programs do.
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        THROUGHLINE_URL: app.url,
      },
    })
    expect(stderr).toBe('')
    const last = stdout.slice(stdout.indexOf('> Where does Ada live?'))
    expect(last).toContain('My sister Ada lives in Turin.')

    const { messages } = await threadOf(app.url, encodeURIComponent(session))
    expect(messages.filter(({ role }) => role === 'user').map(textOf)).toEqual(SAID)
    expect(messages.map(({ role, status }) => `${role} ${status}`)).toEqual(
      SAID.flatMap(() => ['user complete', 'assistant complete']),
    )
  })
