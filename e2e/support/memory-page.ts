import { say } from './api.ts'
import type { ChatPage } from './chat-page.ts'
import { untilRemembered } from './recall-test.ts'

export const DOG = 'My dog is called Rex and he likes long walks by the sea.'
export const TAX = 'The tax office wants the form for last year by the end of May.'

/** The parts of the memory's page. */
export const list = ({ page }: ChatPage) => page.getByRole('region', { name: 'Remembered' })
export const rows = (chat: ChatPage) => list(chat).getByRole('listitem')
export const search = ({ page }: ChatPage) => page.getByRole('searchbox', { name: 'Search the memory' })
export const belowTheLine = (chat: ChatPage) => list(chat).getByRole('region', { name: 'Not given' })
export const index = ({ page }: ChatPage) => page.getByRole('region', { name: 'Index' })

/** Two conversations, the second about taxes. Their ids. */
export async function twoConversations(base: string): Promise<[dog: string, tax: string]> {
  const dog = await say(base, DOG)
  const tax = await say(base, TAX)
  await untilRemembered(base, 2)
  return [dog.sessionId, tax.sessionId]
}
