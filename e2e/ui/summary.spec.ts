import { SUMMARY_OPENING } from '../fake-upstream/summaries.ts'
import { say, setSettings } from '../support/api.ts'
import { expect, test } from '../support/chat-test.ts'
import { overflowing } from '../support/overflow.ts'
import { problems } from '../support/problems.ts'
import { promptsOf } from '../support/prompts.ts'
import {
  action,
  conversation,
  question,
  section,
  summarised,
  summariseNow,
} from '../support/summary-panel.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('asked for, it stands for all but the newest exchange: on the line, in the panel and in what is sent', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await summarised(app.url, chat)
  await expect.poll(chat.lineStates).toEqual(['summary', 'summary', 'summary', 'summary', 'sent', 'sent'])
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Stands in the summary, version 1\./)
  await expect(section(page)).toContainText(/Stands for 4 messages of .*\. \d+ tokens, by fake-large, /)
  await expect(chat.notices).toContainText('Version 1 of the summary is written.')
  await expect(section(page)).toContainText('To send the messages themselves again, switch summaries off')
  const sent = chat.panel.getByRole('region', { name: 'Sent' })
  await expect(sent.getByRole('listitem').first()).toContainText(/Summary v1\s*4 messages/)

  // The label at the bracket leads to it, also where the panel is closed.
  await chat.button('Close the panel').click()
  await page.getByRole('button', { name: /^summary · v1/ }).click()
  await expect(section(page)).toBeInViewport()

  await chat.say('a fourth')
  const told = promptsOf(upstream.requests).at(-1) ?? []
  expect(told.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(told[0]?.content).toContain(`> ${SUMMARY_OPENING}`)

  // A past answer shows the version that it was sent, word for word.
  await page.keyboard.press('Control+Shift+F')
  await expect(chat.panel.getByRole('heading', { name: 'What the model saw' })).toBeVisible()
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Stood in the summary, version 1\./)
  await expect(section(page)).toContainText(SUMMARY_OPENING)
  await chat.panel.getByRole('button', { name: 'Show exactly what was sent' }).click()
  const exactly = page.getByRole('dialog', { name: 'Exactly what was sent' })
  const shown = await exactly.locator('pre').evaluateAll((each) => each.map(({ textContent }) => textContent))
  expect(shown).toEqual(told.map(({ content }) => content))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+F')
  await expect(chat.panel.getByRole('heading', { name: 'What the model will see' })).toBeVisible()
})

test('the rows of what is sent add up', async ({ app, chat }) => {
  await setSettings(app.url, { instructions: 'Be brief.' })
  await summarised(app.url, chat)
  await expect(chat.panel.getByRole('region', { name: 'Sent' })).toContainText('Framing of the request')
  const tokens = await chat.panel
    .getByRole('region', { name: 'Sent' })
    .getByRole('listitem')
    .locator('.font-mono')
    .evaluateAll((each) => each.map(({ textContent }) => Number.parseInt(textContent.replace(',', ''), 10)))
  const total = tokens.reduce((sum, count) => sum + count, 0)
  await expect(chat.panel).toContainText(`${total.toLocaleString('en')} of 6,144 tokens`)
})

test('a past answer has the provider’s count beside ours', async ({ app, chat, page }) => {
  const { sessionId } = await say(app.url, '[[usage 1200 1024 7 0]]')
  await chat.open(`/c/${sessionId}`)
  await page.keyboard.press('Control+Shift+F')
  const table = chat.panel.getByRole('table', { name: 'Tokens of what was sent, counted twice' })
  await expect(table).toBeVisible()
  const ours = Number(/([\d,]+) of/.exec((await chat.panel.textContent()) ?? '')?.[1])
  expect(ours).toBeGreaterThan(0)
  await expect(table.getByRole('columnheader')).toHaveText([
    'Ours',
    'The provider’s',
    'From its cache',
    'Difference',
  ])
  const difference = (1_200 - ours).toLocaleString('en')
  await expect(table.getByRole('cell')).toHaveText([`${ours}`, '1,200', '1,024', `+${difference}`])
})

test('one says that it is being written, until it is; written anew it can be taken back', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await summarised(app.url, chat)
  upstream.scriptSummaries({ holdAfter: 0, text: 'Written a second time, and otherwise.' })
  await action(page, 'Write anew').click()
  await expect(section(page).getByRole('status')).toHaveText('Being written…')
  await expect(action(page, 'Write anew')).toBeDisabled()
  upstream.release()
  await expect(section(page)).toContainText('Written a second time')
  await expect(section(page).getByRole('status')).toHaveText('')
  await chat.notices.getByRole('button', { name: 'Undo' }).last().click()
  await expect(section(page)).toContainText(SUMMARY_OPENING)
})

test('a try that failed says why, and the next one is seen to succeed', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await chat.open(await conversation(app.url))
  // The second try waits: by itself it may be over before the failure of the first was looked at.
  upstream.scriptSummaries({ text: ' ' }, { holdAfter: 0 })
  await summariseNow(chat)
  await expect(section(page)).toContainText('The last try to write one failed: ')
  await expect.poll(chat.lineStates).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'sent'])
  await upstream.summaries.waitFor(({ held }) => held)
  upstream.release()
  await expect(section(page)).toContainText(SUMMARY_OPENING, { timeout: 40_000 })
  await expect(section(page)).not.toContainText('failed')
})

test('written ahead of need it takes the place of the oldest messages once they no longer fit', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 500, useSummary: true } })
  await chat.open(await conversation(app.url))
  for (const name of ['fourth', 'fifth', 'sixth']) {
    await chat.say(question(name))
    await expect(chat.line.last()).toHaveAccessibleName(/Sent\. \d+ tokens\./)
  }
  await expect(chat.line.first()).toHaveAccessibleName(/Stands in the summary, version \d+\./)
  await expect(chat.line.last()).toHaveAccessibleName(/Sent\./)
  await page.getByRole('button', { name: /^summary · v\d/ }).click()
  await expect(section(page)).toContainText(SUMMARY_OPENING)
  await expect(chat.panel.getByRole('region', { name: 'Left out' })).toContainText(
    'Nothing: the whole conversation is sent, the older part as its summary.',
  )
  await chat.say('a seventh')
  expect(promptsOf(upstream.requests).at(-1)?.[0]?.content).toContain(`> ${SUMMARY_OPENING}`)
})

test('what is over the limit is sent as it is until a summary tells it, and the line sees that by itself', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 300, useSummary: true } })
  upstream.scriptSummaries({ holdAfter: 0 })
  await chat.open(await conversation(app.url))
  await expect(chat.line.first()).toHaveAccessibleName(/^You\. Sent as it is until a summary tells it\. \d+/)
  await chat.line.first().click()
  await expect(section(page)).toContainText(/messages are over the limit and are sent as they are until/)
  await expect(section(page).getByRole('status')).toHaveText('Being written…')
  await chat.button('Close the panel').click()
  upstream.release()
  await expect(chat.line.first()).toHaveAccessibleName(/Stands in the summary, version 1\./)
})

test('where there is nothing to tell one is told so', async ({ app, chat, page }) => {
  await chat.openWith(app.url, 'one')
  await summariseNow(chat)
  const refusal = chat.notices.getByText('There is nothing to summarise')
  await expect(refusal).toBeVisible()
  await action(page, 'Summarise now').click()
  await expect(action(page, 'Summarise now')).toBeEnabled()
  await expect(refusal).toHaveCount(1)
  await expect(section(page)).toContainText('There is none yet.')
})

test('the memory settings of a conversation follow a summary that comes while they are open', async ({
  app,
  chat,
  page,
  upstream,
}) => {
  await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 300, useSummary: true } })
  upstream.scriptSummaries({ holdAfter: 0 })
  await chat.open(await conversation(app.url))
  await page.getByRole('button', { name: /^Memory: / }).click()
  const effect = page
    .getByRole('dialog', { name: 'Memory of this conversation' })
    .getByText(/the next turn sends/i)
  await expect(effect).toHaveText(/\d+ tokens/)
  const before = (await effect.textContent()) ?? ''
  await upstream.summaries.waitFor(({ held }) => held)
  upstream.release()
  await expect(effect).not.toHaveText(before)
})

test('off, the panel says so', async ({ app, chat, page }) => {
  await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 8_000, useSummary: false } })
  await chat.openWith(app.url, 'one')
  await chat.line.first().click()
  await expect(section(page)).toHaveText(/^Summary\s*Summaries are off: what no longer fits is left out\.$/)
  await chat.button('More').click()
  await expect(page.getByRole('menuitem', { name: /^Summarise now/ })).toBeDisabled()
})

test('without any memory it is of no use, and the panel says so', async ({ app, chat, page }) => {
  await setSettings(app.url, { memory: { maxExchanges: 0, maxTokens: 8_000, useSummary: true } })
  await chat.openWith(app.url, 'one')
  await chat.line.first().click()
  await expect(section(page)).toHaveText(
    /^Summary\s*With 0 exchanges nothing is remembered, so no summary is used\.$/,
  )
  await chat.button('More').click()
  await expect(page.getByRole('menuitem', { name: /^Summarise now/ })).toBeDisabled()
})

test('what falls out next is said at the composer and in the panel', async ({ app, chat, page }) => {
  await setSettings(app.url, { memory: { maxExchanges: null, maxTokens: 500, useSummary: true } })
  await chat.open(await conversation(app.url))
  const words =
    /Room for about [\d,]+ tokens\. After that the oldest (exchange goes|.*exchanges go) into the summary\./
  const meter = page.getByRole('button', { name: /tokens are sent next\./ })
  await expect(meter).toHaveAccessibleName(words)
  await meter.hover()
  await expect(page.getByRole('tooltip')).toContainText(words)
  await meter.click()
  await expect(chat.panel).toContainText(words)
})

test('what is pinned within the kept part says so in the list', async ({ app, chat }) => {
  await chat.open(await conversation(app.url))
  await chat.line.nth(2).press('p')
  await chat.line.nth(2).click()
  await expect(chat.panel.getByRole('region', { name: 'Sent' })).toContainText(
    /You.*first question.*Pinned question.*second question.*Pinned answer.*You.*third question/s,
  )
})

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['dark', 768],
  ['light', 360],
  ['dark', 360],
] as const)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 1_000 }, hasTouch: width === 360 })

    test('line, panel, versions, editor: nothing for axe to say, nothing too wide', async ({
      app,
      chat,
      page,
    }, testInfo) => {
      const look = async (name: string) => {
        await page.screenshot({ path: testInfo.outputPath(`${name}.png`) })
        expect.soft(await problems(page), name).toEqual([])
        expect.soft(await overflowing(page), name).toEqual([])
      }
      await summarised(app.url, chat)
      await expect(page.getByText('Version 1 of the summary is written.', { exact: true })).toBeVisible()
      // Away from the menu's button, whose name hovers over the page.
      if (width === 1440) await chat.field.focus()
      await expect(page.getByRole('tooltip')).toBeHidden()
      await look('panel')
      await action(page, 'Versions').click()
      await look('versions')
      await page.getByRole('dialog', { name: 'Versions' }).getByRole('button', { name: /^v1/ }).click()
      await look('reader')
      await page.keyboard.press('Escape')
      await action(page, 'Edit').click()
      await look('editor')
      await page.getByRole('dialog').getByRole('textbox').fill('Mine.')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(section(page)).toContainText('Mine.')
      // Also where the panel lies over the page, and holds the focus.
      await page.getByText('Undo', { exact: true }).last().click()
      await expect(page.getByText('Version 1 is used again, as version 3.', { exact: true })).toBeVisible()
      if (await page.getByRole('button', { name: 'Close the panel' }).isHidden())
        await page.getByRole('button', { name: /^summary · v3/ }).click()
      await expect(section(page)).toContainText(SUMMARY_OPENING)
      await page.getByRole('button', { name: 'Close the panel' }).click()
      await expect(page.getByRole('button', { name: /^summary · v3/ })).toBeVisible()
      await chat.field.focus()
      await look('line')
    })
  })
