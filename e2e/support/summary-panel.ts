import { expect, type Page } from '@playwright/test'
import { SUMMARY_OPENING } from '../fake-upstream/summaries.ts'
import { say } from './api.ts'
import type { ChatPage } from './chat-page.ts'

/** Long enough that a summary is shorter. */
export const question = (name: string) =>
  `The ${name} question is about lighthouses, ${'their keepers and ships, '.repeat(5)}`

/** Of three exchanges, each with a line of two pieces. */
export async function conversation(base: string): Promise<string> {
  const { sessionId } = await say(base, question('first'))
  for (const name of ['second', 'third']) await say(base, question(name), { sessionId })
  return `/c/${sessionId}`
}

export const section = (page: Page) => page.getByRole('region', { name: 'Summary' })
export const action = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })

export async function summariseNow(chat: ChatPage): Promise<void> {
  await chat.button('More').click()
  await chat.page.getByRole('menuitem', { name: /^Summarise now/ }).click()
}

/** With the panel open at version 1 of its summary. */
export async function summarised(base: string, chat: ChatPage): Promise<void> {
  await chat.open(await conversation(base))
  await summariseNow(chat)
  await expect(section(chat.page)).toContainText(SUMMARY_OPENING)
}
