/** The host and port of an address, for sentences: it leaves out a name and password that may stand in it. */
export const hostOf = (url: string): string => new URL(url).host

/** An address under a base that may or may not end with a slash. */
export const under = (base: string, path: string): string => base.replace(/\/+$/, '') + path
