/** The encodings' patterns as published, with Unicode's white space written out, which JavaScript's `\s` is not. */
const SPACE = '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const CONTRACTION = "'(?:[sS\\u017f]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])"
const PREFIX = '[^\\r\\n\\p{L}\\p{N}]?'
const HEAD = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
const TAIL = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'
const SPACES = `[${SPACE}]*[\\r\\n]+|[${SPACE}]+(?![^${SPACE}])|[${SPACE}]+`

export const CL100K_PATTERN = new RegExp(
  `${CONTRACTION}|${PREFIX}\\p{L}+|\\p{N}{1,3}| ?[^${SPACE}\\p{L}\\p{N}]+[\\r\\n]*|${SPACES}`,
  'gu',
)

export const O200K_PATTERN = new RegExp(
  `${PREFIX}${HEAD}*${TAIL}+(?:${CONTRACTION})?|${PREFIX}${HEAD}+${TAIL}*(?:${CONTRACTION})?` +
    `|\\p{N}{1,3}| ?[^${SPACE}\\p{L}\\p{N}]+[\\r\\n/]*|${SPACES}`,
  'gu',
)
