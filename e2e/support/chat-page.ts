import { expect, type Locator, type Page } from '@playwright/test'

/** The chat in a browser, its parts found by the roles and names that a reader has them by. */
export type ChatPage = ReturnType<typeof chatPageOf>

export function chatPageOf(page: Page) {
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const answers = page.getByRole('article', { name: 'Answer', exact: true })
  const stop = button('Stop')

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
    sidebar: page.getByRole('navigation', { name: 'Conversations' }),
    /** Short messages that come and go. */
    notices: page.getByRole('region', { name: /^Notifications/ }),
    /** The panel where it stands beside the thread. */
    panel: page.getByRole('complementary', { name: 'Context' }),
    /** Every piece of the line, oldest message first. */
    line: page.getByRole('button', { name: /^(You|Answer)\. .*Opens the context panel\.$/ }),

    async open(path = '/'): Promise<void> {
      await page.goto(path)
      await alive(page)
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
