import { SUMMARY_OPENING } from '../fake-upstream/summaries.ts'
import { chatPageOf } from '../support/chat-page.ts'
import { expect, test } from '../support/chat-test.ts'
import { promptsOf } from '../support/prompts.ts'
import { action, section, summarised } from '../support/summary-panel.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('edited, undone, taken back: every version stays to be read', async ({ app, chat, page, upstream }) => {
  await summarised(app.url, chat)
  await action(page, 'Edit').click()
  const editor = page.getByRole('dialog', { name: 'Edit the summary, version 1' })
  const field = editor.getByRole('textbox', { name: 'Summary' })
  await expect(field).toHaveValue(new RegExp(`^${SUMMARY_OPENING}`))
  await field.fill('We spoke of lighthouses.')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(section(page)).toContainText('We spoke of lighthouses.')
  await expect(section(page)).toContainText('by you, from v1')
  await expect(page.getByRole('button', { name: /^summary · v2/ })).toBeVisible()

  await chat.notices.getByRole('button', { name: 'Undo' }).last().click()
  await expect(chat.notices).toContainText('Version 1 is used again, as version 3.')
  await expect(section(page)).toContainText(SUMMARY_OPENING)

  await action(page, 'Versions').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText([/^v3.*sent next/, /^v2/, /^v1/])
  await dialog.getByRole('button', { name: /^v2/ }).click()
  await expect(dialog).toContainText('We spoke of lighthouses.')
  await dialog.getByRole('button', { name: 'Use this version again' }).click()
  await expect(dialog).toBeHidden()
  await expect(section(page)).toContainText('We spoke of lighthouses.')
  await expect(page.getByRole('button', { name: /^summary · v4/ })).toBeVisible()
  await chat.say('a fourth')
  expect(promptsOf(upstream.requests).at(-1)?.[0]?.content).toContain('> We spoke of lighthouses.')
})

test('what was written is kept where another window saved before', async ({ app, chat, context, page }) => {
  await summarised(app.url, chat)
  await action(page, 'Edit').click()
  const mine = page.getByRole('dialog')
  await mine.getByRole('textbox').fill('Mine.')

  const other = chatPageOf(await context.newPage())
  await other.open(new URL(page.url()).pathname)
  await action(other.page, 'Edit').click()
  await other.page.getByRole('dialog').getByRole('textbox').fill('Theirs.')
  await other.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(section(other.page)).toContainText('Theirs.')

  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByRole('alert')).toContainText('Version 2 came meanwhile')
  await expect(mine).toContainText('Theirs.')
  await expect(mine.getByRole('textbox')).toHaveValue('Mine.')
  await mine.getByRole('button', { name: 'Save over it' }).click()
  await expect(section(page)).toContainText('Mine.')
  await expect(page.getByRole('button', { name: /^summary · v3/ })).toBeVisible()
})

test('what was written is kept when the editor is closed, and given up by Cancel alone', async ({
  app,
  chat,
  page,
}) => {
  await summarised(app.url, chat)
  const editor = page.getByRole('dialog', { name: 'Edit the summary, version 1' })
  const field = editor.getByRole('textbox')
  await action(page, 'Edit').click()
  await expect(editor).not.toContainText('not saved yet')
  await field.fill('Half a sentence')
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()

  await action(page, 'Edit').click()
  await expect(field).toHaveValue('Half a sentence')
  await expect(editor).toContainText('What you wrote is not saved yet.')
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await action(page, 'Edit').click()
  await expect(field).toHaveValue(new RegExp(`^${SUMMARY_OPENING}`))
  await expect(editor).not.toContainText('not saved yet')
})
