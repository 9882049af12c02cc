/** The title of a session that has none yet. */
export const TITLE_PLACEHOLDER = 'New chat'

/** The title of one that gets none as long as it is temporary. */
const TEMPORARY_TITLE = 'Temporary chat'

export const placeholderOf = ({ temporary }: { temporary: boolean }): string =>
  temporary ? TEMPORARY_TITLE : TITLE_PLACEHOLDER
