/** The page of a session. */
export const pathOfSession = (sessionId: string): string => `/c/${encodeURIComponent(sessionId)}`
