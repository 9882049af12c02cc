import { readFile } from 'node:fs/promises'
import { post, say } from '../support/api.ts'
import { expect, test } from '../support/test.ts'
import { fileOf } from '../support/test-database.ts'

const json = { 'content-type': 'application/json' }
const remove = (url: string) => fetch(url, { method: 'DELETE', headers: json, body: '{}' })

for (const what of ['clear', 'delete'] as const)
  test(`after the purge of a ${what} the words are nowhere in the database's files`, async ({
    database,
    launch,
  }) => {
    const file = fileOf(database.url)
    const app = await launch({
      UNDO_MS: '0',
      JOB_POLL_MS: '50',
    })
    const settings = { instructions: 'Answer like MARZIPANQUEEN.' }
    await fetch(`${app.url}/api/settings`, { method: 'PATCH', headers: json, body: JSON.stringify(settings) })
    const { sessionId } = await say(app.url, 'MARZIPANKING rules')
    await fetch(`${app.url}/api/settings`, {
      method: 'PATCH',
      headers: json,
      body: JSON.stringify({ instructions: '' }),
    })
    const contents = async () => {
      const files = await Promise.all([file, `${file}-wal`].map((name) => readFile(name, 'latin1')))
      return files.join('\n').toLowerCase()
    }
    expect(await contents()).toContain('marzipanking')

    if (what === 'clear') await post(`${app.url}/api/sessions/${sessionId}/clear`, {})
    else await remove(`${app.url}/api/sessions/${sessionId}`)
    await expect.poll(async () => /marzipan/.test(await contents())).toBe(false)
  })
