import { say } from '../support/api.ts'
import type { ChatPage } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { promptsOf } from '../support/prompts.ts'

async function fromHeader(chat: ChatPage, item: RegExp) {
  await chat.button('More').click()
  const entry = chat.page.getByRole('menuitem', { name: item })
  await expect(entry).toBeVisible()
  return entry
}

test('start afresh here: says what it does, the next turn sends nothing from above, and it is undone', async ({
  app,
  chat,
  upstream,
}) => {
  await chat.openWith(app.url, 'my secret is MARZIPAN')
  const entry = await fromHeader(chat, /^Start afresh here/)
  await expect(entry).toContainText('Nothing above this line is sent to the model')
  await entry.click()
  await expect(chat.notices).toContainText('Fresh start.')
  await expect(chat.thread).toContainText('Fresh start')
  await expect(chat.questions).toContainText('MARZIPAN')
  await chat.say('what is my secret?')
  expect(promptsOf(upstream.requests).at(-1)).toEqual([{ role: 'user', content: 'what is my secret?' }])

  await chat.thread.getByRole('button', { name: 'Undo' }).click()
  await expect(chat.thread).not.toContainText('Fresh start')
  await chat.say('and now?')
  expect(promptsOf(upstream.requests).at(-1)?.[0]?.content).toContain('MARZIPAN')
})

test('clear this conversation: counts before and after; nothing of it is sent; the empty session stays', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  const sessionId = await chat.openWith(app.url, 'my secret is MARZIPAN', 'remember it')
  await (await fromHeader(chat, /^Clear this conversation/)).click()
  await expect(chat.dialog).toContainText('The empty conversation stays')
  await expect(chat.dialog).toContainText('Deletes 4 messages and 2 context records.')
  await chat.confirm('Clear')
  await expect(chat.notices).toContainText('Deleted 4 messages and 2 context records.')
  await expect(chat.questions).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(sessionId))
  await expect(page.getByText('MARZIPAN')).toHaveCount(0)

  await chat.say('what is my secret?')
  expect(promptsOf(upstream.requests).at(-1)).toEqual([{ role: 'user', content: 'what is my secret?' }])
  await page.reload()
  await expect(chat.questions).toHaveText([/what is my secret/])
})

test('a clear is undone from its notice', async ({ app, chat, upstream }) => {
  await chat.openWith(app.url, 'keep MARZIPAN')
  await (await fromHeader(chat, /^Clear this conversation/)).click()
  await chat.confirm('Clear')
  await expect(chat.questions).toHaveCount(0)
  await chat.notices.getByRole('button', { name: 'Undo' }).click()
  await expect(chat.questions).toHaveText([/keep MARZIPAN/])
  await expect(chat.row('keep MARZIPAN')).toBeVisible()
  await chat.say('still there?')
  expect(promptsOf(upstream.requests).at(-1)).toHaveLength(3)
})

for (const from of ['the header', 'the settings'] as const)
  test(`delete all conversations from ${from}: counts before and after, and undo`, async ({
    app,
    chat,
    page,
  }) => {
    const { sessionId } = await say(app.url, 'one')
    await say(app.url, 'two')
    if (from === 'the header') {
      await chat.open(`/c/${sessionId}`)
      await (await fromHeader(chat, /^Delete all conversations/)).click()
    } else {
      await chat.open('/settings')
      await page
        .getByRole('region', { name: 'Clear history' })
        .getByRole('button', { name: 'Delete all…' })
        .click()
    }
    await expect(chat.dialog).toContainText('Deletes 2 conversations, 4 messages and 2 context records.')
    await chat.confirm('Delete all')
    await expect(chat.notices).toContainText('Deleted 2 conversations, 4 messages and 2 context records.')
    await expect(chat.rows).toHaveCount(0)
    await expect(page).toHaveURL(from === 'the header' ? /\/$/ : /\/settings$/)
    await chat.notices.getByRole('button', { name: 'Undo' }).click()
    await expect(chat.rows).toHaveCount(2)
    if (from === 'the header') await expect(chat.questions).toHaveText([/one/])
  })

test('the settings clear, cut and delete the conversation that was chosen there', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  const one = await say(app.url, 'number one')
  await say(app.url, 'number two')
  await chat.open('/settings')
  const section = page.getByRole('region', { name: 'Clear history' })
  const press = (name: string) => section.getByRole('button', { name, exact: true }).click()
  await section.getByRole('combobox', { name: 'One conversation' }).selectOption({ label: 'number one' })

  await press('Start afresh')
  await expect(chat.notices).toContainText('Fresh start.')
  await say(app.url, 'after the cut', { sessionId: one.sessionId })
  expect(promptsOf(upstream.requests).at(-1)).toEqual([{ role: 'user', content: 'after the cut' }])

  await press('Clear…')
  await expect(chat.dialog).toContainText('Deletes 4 messages and 2 context records.')
  await chat.confirm('Clear')
  await expect(chat.notices).toContainText('Deleted 4 messages and 2 context records.')
  await say(app.url, 'after the clear', { sessionId: one.sessionId })
  expect(promptsOf(upstream.requests).at(-1)).toEqual([{ role: 'user', content: 'after the clear' }])

  await press('Delete…')
  await chat.confirm('Delete')
  await expect(chat.rows).toHaveCount(1)
  await expect(chat.row('number two')).toBeVisible()
})
