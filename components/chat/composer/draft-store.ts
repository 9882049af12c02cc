/** Of a conversation that does not exist yet. */
export const NEW = 'new'

const keyOf = (sessionId: string) => `throughline:draft:${sessionId}`

/** The text that was not sent yet; empty where there is none, or the browser stores nothing. */
export function readDraft(sessionId: string): string {
  try {
    return localStorage.getItem(keyOf(sessionId)) ?? ''
  } catch {
    return ''
  }
}

/** Kept as well as the browser lets us: a draft too large for its storage lives as long as the page. */
export function keepDraft(sessionId: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(sessionId))
    else localStorage.setItem(keyOf(sessionId), text)
  } catch {
    // An old draft must not come back in the place of one that could not be stored.
    forgetDraft(sessionId)
  }
}

function forgetDraft(sessionId: string): void {
  try {
    localStorage.removeItem(keyOf(sessionId))
  } catch {
    // Storage is closed to this page: then nothing stands there either.
  }
}
