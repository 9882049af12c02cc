import { readFile } from 'node:fs/promises'
import { post, remove, say, setSettings } from '../support/api.ts'
import { seedSummary } from '../support/seed-summary.ts'
import { expect, test } from '../support/test.ts'
import { fileOf } from '../support/test-database.ts'

for (const what of ['clear', 'delete', 'final deletion'] as const)
  test(`after the purge of a ${what} the words are nowhere in the database's files`, async ({
    database,
    launch,
  }) => {
    const file = fileOf(database.url)
    const app = await launch({ UNDO_MS: '0', JOB_POLL_MS: '50' })
    await setSettings(app.url, { instructions: 'Answer like MARZIPANQUEEN.' })
    const { sessionId } = await say(app.url, 'MARZIPANKING rules')
    await setSettings(app.url, { instructions: '' })
    await seedSummary(database.url, sessionId, { text: 'They spoke of the MARZIPANEMPEROR.' })
    const contents = async () => {
      const files = await Promise.all([file, `${file}-wal`].map((name) => readFile(name, 'latin1')))
      return files.join('\n').toLowerCase()
    }
    for (const word of ['marzipanking', 'marzipanqueen', 'marzipanemperor'])
      expect(await contents()).toContain(word)

    if (what === 'clear') await post(`${app.url}/api/sessions/${sessionId}/clear`, {})
    else if (what === 'final deletion') await post(`${app.url}/clear_history`, { session_id: sessionId })
    else await remove(`${app.url}/api/sessions/${sessionId}`)
    await expect.poll(async () => /marzipan/.test(await contents())).toBe(false)
  })
