import { say } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'

test('a tab that deletes all conversations leads to a new chat, and never says that its own was deleted elsewhere', async ({
  app,
  chat,
  page,
}) => {
  const { sessionId } = await say(app.url, 'one')
  await chat.open(`/c/${sessionId}`)
  // The new chat takes its time to come.
  const leaving = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === '/' && url.searchParams.has('_rsc'),
    async (route) => {
      await leaving.promise
      await route.continue()
    },
  )
  await chat.button('More').click()
  await page.getByRole('menuitem', { name: /^Delete all conversations/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all', exact: true }).click()
  await expect(chat.notices).toContainText('Deleted 1 conversation')
  await expect(chat.sidebar.getByRole('listitem')).toHaveCount(0)
  // Whatever the page asked for the conversation by now is answered before this.
  const status = await page.evaluate(async (path) => (await fetch(path)).status, `/api/sessions/${sessionId}`)
  expect(status).toBe(404)
  await expect(page.getByRole('region', { name: 'Deleted conversation' })).toHaveCount(0)
  leaving.resolve()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(chat.field).toBeVisible()
})

test('the line of a conversation that was deleted elsewhere leads to a panel that says so', async ({
  app,
  chat,
  page,
}) => {
  const { sessionId } = await say(app.url, 'one')
  await chat.open(`/c/${sessionId}`)
  await fetch(`${app.url}/api/sessions/${sessionId}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  await expect(page.getByRole('region', { name: 'Deleted conversation' })).toBeVisible()
  await chat.line.first().click()
  await expect(chat.panel).toContainText('Nothing: this conversation was deleted.')
  await expect(chat.panel).not.toContainText('With the next message')
  await expect(chat.panel.getByRole('alert')).toHaveCount(0)
})
