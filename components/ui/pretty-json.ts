/** What is longer, in UTF-16 units, or deeper, nobody reads: and the indents would outgrow the text. */
const LONGEST = 100_000
const DEEPEST = 50

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/**
 * JSON with a line for every value, each as it was written: a number keeps the digits that it has no room for once it
 * is parsed. What is no JSON stays as it is.
 */
export function prettyJson(text: string): string {
  if (text.length > LONGEST || !isJson(text)) return text
  let pretty = ''
  let before = ''
  let depth = 0
  for (const token of text.match(TOKEN) ?? []) {
    if (isClosing(token)) depth -= 1
    pretty += spaceBetween(before, token, depth) + token
    if (isOpening(token)) depth += 1
    if (depth > DEEPEST) return text
    before = token
  }
  return pretty
}

function spaceBetween(before: string, token: string, depth: number): string {
  if (before === ':') return ' '
  const isEmpty = isOpening(before) && isClosing(token)
  const isOnNewLine = !isEmpty && (isOpening(before) || before === ',' || isClosing(token))
  return isOnNewLine ? `\n${'  '.repeat(depth)}` : ''
}

const isOpening = (token: string): boolean => token === '{' || token === '['
const isClosing = (token: string): boolean => token === '}' || token === ']'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
