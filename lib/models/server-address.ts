/**
 * The host and port of an address, for sentences and to compare: it leaves out a name and password that may stand in
 * it, and writes `localhost` as the number that it means.
 */
export const hostOf = (url: string): string => new URL(url).host.replace(/^localhost(?=:|$)/, '127.0.0.1')

/** An address under a base that may or may not end with a slash. */
export const under = (base: string, path: string): string => base.replace(/\/+$/, '') + path
