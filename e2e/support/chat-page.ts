import { expect, type Locator, type Page } from '@playwright/test'
import { say } from './api.ts'
import { HELD } from './held-answer.ts'

/** The chat in a browser, its parts found by the roles and names that a reader has them by. */
export type ChatPage = ReturnType<typeof chatPageOf>

export function chatPageOf(page: Page) {
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const answers = page.getByRole('article', { name: 'Answer', exact: true })
  const stop = button('Stop')
  const sidebar = page.getByRole('navigation', { name: 'Conversations' })
  const dialog = page.getByRole('alertdialog')
  const line = page.getByRole('button', { name: /^(You|Answer|Result of .*)\. .*Opens the context panel\.$/ })

  const open = async (path = '/'): Promise<void> => {
    await page.goto(path)
    await alive(page)
  }
  const send = async (text: string): Promise<void> => {
    await field.fill(text)
    await field.press('Enter')
  }
  return {
    page,
    thread: page.getByRole('region', { name: 'Conversation', exact: true }),
    questions: page.getByRole('article', { name: 'You', exact: true }),
    answers,
    field,
    stop,
    send,
    button,
    menuItem: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    /** What the composer says went wrong. */
    refusal: page.getByRole('form', { name: 'New message' }).getByRole('alert'),
    sidebar,
    /** The conversations of the list, as far as they are drawn. */
    rows: sidebar.getByRole('listitem').getByRole('link'),
    row: (name: string | RegExp) => sidebar.getByRole('link', { name }),
    newChat: sidebar.getByRole('link', { name: 'New chat' }),
    /** It asks whether something is to be deleted. */
    dialog,
    confirm: (name: string) => dialog.getByRole('button', { name, exact: true }).click(),
    /** Short messages that come and go. */
    notices: page.getByRole('region', { name: /^Notifications/ }),
    /** The panel where it stands beside the thread. */
    panel: page.getByRole('complementary', { name: 'Context' }),
    /** Every piece of the line, oldest message first. */
    line,
    /** What each piece shows of its message: "sent", "leftOut" and so on. */
    lineStates: () => line.evaluateAll((pieces) => pieces.map((piece) => piece.getAttribute('data-line'))),

    open,
    /** Opens a conversation that another program just had: each of the texts was said and answered. Its id. */
    async openWith(base: string, ...texts: [string, ...string[]]): Promise<string> {
      const [first, ...more] = texts
      const { sessionId } = await say(base, first)
      for (const text of more) await say(base, text, { sessionId })
      await open(`${base}/c/${sessionId}`)
      return sessionId
    },
    /** Sends what is answered with nine words, and waits for the third: the rest is held until it is released. */
    async sendHeld(about = ''): Promise<void> {
      await send(`${HELD} ${about}`.trim())
      await expect(answers.last()).toContainText('word3')
    },
    /** Sends, and waits for the end of the answer. */
    async say(text: string): Promise<void> {
      const before = await answers.count()
      await send(text)
      await expect(answers).toHaveCount(before + 1)
      await expect(stop).toBeHidden()
    },
    /** The id of the conversation that the page shows. */
    async sessionId(): Promise<string> {
      await page.waitForURL(/\/c\/[^/]+$/)
      return decodeURIComponent(new URL(page.url()).pathname.slice('/c/'.length))
    },
    /** What an answer says, without its buttons and notes. */
    textOf: (answer: Locator) => answer.locator('.prose').textContent(),
  }
}

/** Before React has taken the page over, a key that is pressed does nothing. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const control = document.querySelector('main :is(textarea, button, a)')
    return control !== null && Object.keys(control).some((key) => key.startsWith('__react'))
  })
}
