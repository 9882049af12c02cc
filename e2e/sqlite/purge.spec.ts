import { readFile } from 'node:fs/promises'
import { post, remove, say, setSettings } from '../support/api.ts'
import { expect, test } from '../support/test.ts'
import { fileOf } from '../support/test-database.ts'

for (const what of ['clear', 'delete'] as const)
  test(`after the purge of a ${what} the words are nowhere in the database's files`, async ({
    database,
    launch,
  }) => {
    const file = fileOf(database.url)
    const app = await launch({ UNDO_MS: '0', JOB_POLL_MS: '50' })
    await setSettings(app.url, { instructions: 'Answer like MARZIPANQUEEN.' })
    const { sessionId } = await say(app.url, 'MARZIPANKING rules')
    await setSettings(app.url, { instructions: '' })
    const contents = async () => {
      const files = await Promise.all([file, `${file}-wal`].map((name) => readFile(name, 'latin1')))
      return files.join('\n').toLowerCase()
    }
    expect(await contents()).toContain('marzipanking')

    if (what === 'clear') await post(`${app.url}/api/sessions/${sessionId}/clear`, {})
    else await remove(`${app.url}/api/sessions/${sessionId}`)
    await expect.poll(async () => /marzipan/.test(await contents())).toBe(false)
  })
