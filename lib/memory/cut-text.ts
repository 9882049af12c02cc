/**
 * A text in pieces of about the same size by their UTF-8 bytes, which tokens follow in every script far better than
 * they follow letters. Joined they are the text again; no surrogate pair is cut.
 */
export function cutText(text: string, pieces: number): string[] {
  let total = 0
  for (let at = 0; at < text.length; at += 1) total += bytesOf(text.charCodeAt(at))
  const size = Math.max(1, Math.ceil(total / pieces))
  const cut: string[] = []
  let start = 0
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    bytes += bytesOf(text.charCodeAt(at))
    if (bytes < size || isFirstOfPair(text, at)) continue
    cut.push(text.slice(start, at + 1))
    start = at + 1
    bytes = 0
  }
  return start < text.length ? [...cut, text.slice(start)] : cut
}

/** Of a UTF-16 unit; each half of a pair is half of four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1
  if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) return 2
  return 3
}

const isFirstOfPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff
