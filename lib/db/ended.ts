/**
 * Sessions that ended of themselves; those that someone deleted carry the id of their purge. A comparison, since SQLite
 * takes no index for `IS NOT NULL`.
 */
export const ENDED = { deletedAt: { gt: new Date(0) }, purgeId: null }
