/**
 * Whether a text holds nothing but white space, as `trim` sees it. Reads no further than the first character
 * that shows: asking an expression of every message would be most of what a plan costs.
 */
export function isBlank(text: string): boolean {
  let place = 0
  while (place < text.length && isWhiteSpace(text.charCodeAt(place))) place += 1
  return place === text.length
}

function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0xa0) return false
  return code <= 0x3000 ? isWideSpace(code) : code === 0xfeff
}

function isWideSpace(code: number): boolean {
  if (code >= 0x2000 && code <= 0x200a) return true
  switch (code) {
    case 0xa0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
      return true
    default:
      return false
  }
}
