/** The title of a session that has none yet. */
export const TITLE_PLACEHOLDER = 'New chat'
