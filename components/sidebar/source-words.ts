type Words = {
  /** In the menu. */
  name: string
  hint: string | null
  /** Above a list of these alone. */
  only: string
  /** Where there are none. */
  empty: string
}

export const SOURCE_WORDS: Record<'all' | 'page' | 'interface', Words> = {
  all: {
    name: 'All conversations',
    hint: null,
    only: 'All conversations',
    empty: 'Conversations stand here, the latest first. Nothing yet.',
  },
  page: {
    name: 'Mine',
    hint: 'Begun here, on the page.',
    only: 'Only mine',
    empty: 'What you begin here, on the page, stands here. Nothing yet.',
  },
  interface: {
    name: 'From programs',
    hint: 'Begun by other programs, through the interfaces.',
    only: 'Only from programs',
    empty: 'What other programs begin through the interfaces stands here. Nothing yet.',
  },
}
