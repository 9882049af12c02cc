import { type ToolCall, writtenText } from '../../memory/index.ts'
import type { ContextMapView } from '../../schemas/context-map.ts'
import { countTokens } from '../../tokens/index.ts'
import { tokensIn } from '../tokens-in.ts'

type Sent = readonly { content: string | null; toolCalls?: readonly ToolCall[] }[]

/** What quoting and joining may add to a count. */
const SEAM_SLACK = 8

/**
 * What is wrong with the tokens of a map, in plain words, given the messages as they were sent: each segment is counted
 * anew, but for the tools, which are no message. Of a summary, and of a message behind what was recalled, whose parts were
 * counted apart, a few more are right.
 */
export function wrongTokens(map: ContextMapView, sent: Sent, limits: Overhead): string[] {
  const wrong: string[] = []
  const said = saidBy(map)
  for (const [place, segment] of said.entries()) {
    const { content, ...calls } = sent[place] ?? { content: null }
    const exact = countIn(map.encoding, writtenText({ text: content ?? '', ...calls })) + limits.perMessage
    const most = exact + (segment.kind === 'summary' || segment.recalled ? SEAM_SLACK : 0)
    if (segment.tokens < exact || segment.tokens > most)
      wrong.push(`${segment.kind} at ${place}: ${segment.tokens}, and counted anew ${exact}`)
  }
  const sum = map.segments.reduce((tokens, segment) => tokens + segment.tokens, limits.perRequest)
  if (map.tokens !== sum) wrong.push(`all: ${map.tokens}, and the sum is ${sum}`)
  if (map.overBudget !== sum > map.limit.total) wrong.push(`over budget: ${map.overBudget} by ${sum}`)
  return wrong
}

/** What was recalled is one message with the one behind it. */
function saidBy({ segments }: ContextMapView) {
  return segments.flatMap((segment, place) => {
    if (segment.kind === 'tools' || segment.kind === 'recall') return []
    const before = segments[place - 1]
    const recalled = before?.kind === 'recall' ? before.tokens : 0
    return [{ kind: segment.kind, tokens: segment.tokens + recalled, recalled: recalled > 0 }]
  })
}

function countIn(encoding: ContextMapView['encoding'], text: string): number {
  const counts = { cl100k: countTokens(text, 'cl100k_base'), o200k: countTokens(text, 'o200k_base') }
  return tokensIn(encoding, counts, text)
}

type Overhead = { perMessage: number; perRequest: number }
