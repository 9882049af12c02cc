import { patch, say } from '../support/api.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { promptsOf } from '../support/prompts.ts'

const note = ({ thread }: ChatPage) => thread.getByText(/^Instructions/).first()
const dialogOf = ({ page }: ChatPage) => page.getByRole('dialog', { name: 'Instructions' })

async function fromMenu(chat: ChatPage) {
  await chat.button('More').click()
  await chat.menuItem('Instructions…').click()
  return dialogOf(chat)
}

test('the default of the settings is shown in every conversation and sent as the system message', async ({
  chat,
  page,
  upstream,
}) => {
  await chat.open('/settings')
  const field = page.getByRole('textbox', { name: 'Default instructions' })
  await field.fill('Answer in rhymes.')
  await field.blur()
  await expect(page.getByRole('region', { name: 'Instructions' }).getByRole('status')).toHaveText('Saved')
  await page.reload()
  await expect(field).toHaveValue('Answer in rhymes.')

  await chat.newChat.click()
  await expect(chat.thread).toContainText('Instructions (default)')
  await expect(chat.thread).toContainText('Answer in rhymes.')
  await chat.say('hello')
  expect(promptsOf(upstream.requests).at(-1)?.[0]).toEqual({ role: 'system', content: 'Answer in rhymes.' })
})

test('a conversation has its own, from the next message on, and goes back to the default', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await chat.openWith(app.url, 'before')
  await expect(chat.thread).toContainText(/Instructions \(default\)\s*none/)
  const dialog = await fromMenu(chat)
  await dialog.getByRole('textbox').fill('Speak like a pirate.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(chat.thread).toContainText('Speak like a pirate.')
  await chat.say('hello')
  expect(promptsOf(upstream.requests).at(-1)?.[0]).toEqual({
    role: 'system',
    content: 'Speak like a pirate.',
  })

  await page.reload()
  await note(chat).click()
  await chat.thread.getByRole('button', { name: 'Edit instructions' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue('Speak like a pirate.')
  await dialog.getByRole('button', { name: 'Use the default' }).click()
  await expect(dialog).toBeHidden()
  await expect(chat.thread).toContainText('Instructions (default)')
  await chat.say('again')
  expect(promptsOf(upstream.requests).at(-1)?.[0]).toEqual({ role: 'user', content: 'before' })
})

test('what another device changes is shown without a reload, and the context is planned anew', async ({
  app,
  chat,
}) => {
  const { sessionId } = await say(app.url, 'before')
  await chat.open(`/c/${sessionId}`)
  await expect(chat.thread).toContainText(/Instructions \(default\)\s*none/)
  await patch(`${app.url}/api/sessions/${sessionId}`, { instructions: 'Speak like a pirate.' })
  await expect(chat.thread).toContainText('Speak like a pirate.')
  await chat.line.first().click()
  await expect(chat.panel.getByRole('listitem').first()).toContainText('Instructions')
})

test('a new chat can be given its own before its first message', async ({ chat, page, upstream }) => {
  await chat.open()
  await note(chat).click()
  await chat.thread.getByRole('button', { name: 'Edit instructions' }).click()
  await dialogOf(chat).getByRole('textbox').fill('Be a poet.')
  await dialogOf(chat).getByRole('button', { name: 'Save' }).click()
  await chat.say('hello')
  expect(promptsOf(upstream.requests)).toEqual([
    [
      { role: 'system', content: 'Be a poet.' },
      { role: 'user', content: 'hello' },
    ],
  ])
  await page.reload()
  await expect(chat.thread).toContainText('Be a poet.')
  await chat.newChat.click()
  await expect(chat.thread).not.toContainText('Be a poet.')
})
