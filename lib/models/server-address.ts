/**
 * The host and port of an address, for sentences and to compare: it leaves out a name and password that may stand in
 * it, and writes `localhost` as the number that it means.
 */
export const hostOf = (url: string): string => new URL(url).host.replace(/^localhost(?=:|$)/, '127.0.0.1')

/**
 * A base that others put paths behind: without the slashes that it may end with, of which they take off one at most.
 */
export const bare = (base: string): string => base.replace(/\/+$/, '')

/** An address under a base that may or may not end with slashes. */
export const under = (base: string, path: string): string => bare(base) + path
