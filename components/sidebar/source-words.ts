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
    hint: 'Begun on this page.',
    only: 'Mine alone',
    empty: 'Conversations that you begin on this page stand here. Nothing yet.',
  },
  interface: {
    name: 'From programs',
    hint: 'Begun by other programs, through the interfaces.',
    only: 'From programs alone',
    empty: 'Conversations that other programs begin through the interfaces stand here. Nothing yet.',
  },
}
