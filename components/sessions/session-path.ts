const START = '/c/'

/** The page of a session. */
export const pathOfSession = (sessionId: string): string => `${START}${encodeURIComponent(sessionId)}`

/** The session that a path is the page of; null where it is another page, or encodes nothing. */
export function sessionOfPath(path: string): string | null {
  if (!path.startsWith(START)) return null
  try {
    return decodeURIComponent(path.slice(START.length))
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
