/** Tokens that the fake says it counted; the provider's wire decides how they are named. */
export type FakeUsage = { input: number; cachedInput: number; output: number; reasoning: number }

export type FakeToolCall = { name: string; arguments: string }

/**
 * What the upstream does with one request for an answer. Nothing set: it answers `text` in full.
 * Counts are words of the answer.
 */
export type Behaviour = {
  /** The answer. Left out: an echo that names how many messages came. May hold `<think>` tags. */
  text?: string
  /** Sent first, in the provider's own reasoning field. */
  reasoning?: string
  usage?: FakeUsage
  finish?: 'stop' | 'length' | 'content_filter'
  /** Behind the text. `arguments` is sent as it stands. */
  toolCalls?: FakeToolCall[]
  /** An error response with this status in place of an answer. */
  status?: number
  /** The `retry-after` header of that response: seconds or a date. */
  retryAfter?: string
  /** The sentence of an error response or of an error inside the stream. */
  message?: string
  /** Waits here until released, then goes on. */
  holdAfter?: number
  /** The socket is destroyed here. */
  dieAfter?: number
  /** Says no more from here on, and keeps the connection open. */
  silentAfter?: number
  /** An error event in the stream here. */
  errorAfter?: number
  /** The response ends here as if all were well, without its finish. */
  cutAfter?: number
  /** Comments here, one after another, as from a server that is still at work. */
  comments?: { after: number; times: number; everyMs: number }
  /** A text here, as it is: what stands in the stream need not be an event. */
  raw?: { after: number; text: string }
  /** This response, whole, in place of an answer. */
  reply?: { status: number; type?: string; body: string }
  /** Not even headers are sent. */
  neverAnswer?: boolean
  /** Headers are sent, and nothing else. */
  headersOnly?: boolean
  /** Milliseconds between words, for those who want to watch. */
  paceMs?: number
}

type Reader = (argument: string) => Behaviour

const count = (argument: string): number => Number.parseInt(argument, 10) || 0

const MARKERS: Record<string, Reader> = {
  hold: (argument) => ({ holdAfter: count(argument) }),
  die: (argument) => ({ dieAfter: count(argument) }),
  silent: (argument) => ({ silentAfter: count(argument) }),
  error: (argument) => ({ errorAfter: count(argument) }),
  cut: (argument) => ({ cutAfter: count(argument) }),
  never: () => ({ neverAnswer: true }),
  headers: () => ({ headersOnly: true }),
  pace: (argument) => ({ paceMs: count(argument) }),
  length: () => ({ finish: 'length' }),
  filter: () => ({ finish: 'content_filter' }),
  tool: (argument) => {
    const [, name = '', json = ''] = /^(\S*)\s*([\s\S]*)$/.exec(argument) ?? []
    return { text: '', toolCalls: [{ name, arguments: json }] }
  },
  reason: (argument) => ({ reasoning: argument || 'Let me think about that.' }),
  words: (argument) => ({
    text: Array.from({ length: count(argument) }, (_, index) => `word${index + 1}`).join(' '),
  }),
  status: (argument) => {
    const [status = '', retryAfter] = argument.split(' ')
    return { status: count(status), ...(retryAfter === undefined ? {} : { retryAfter }) }
  },
  usage: (argument) => {
    const [input = 0, cachedInput = 0, output = 0, reasoning = 0] = argument.split(' ').map(count)
    return { usage: { input, cachedInput, output, reasoning } }
  },
}

const MARKER = /\[\[(\w+)(?: ([^\]]*))?\]\]/g

/**
 * Reads the markers of a user message, such as `[[die 5]]` or `[[status 429 7]]`: every name of `MARKERS`,
 * `[[think …]]` (puts a think tag before the answer) and `[[say]]` (what stands behind it is the answer, verbatim).
 */
export function behaviourOf(message: string, messageCount: number): Behaviour {
  const behaviour: Behaviour = {}
  let thought: string | null = null
  for (const [, name = '', argument = ''] of message.matchAll(MARKER)) {
    if (name === 'think') thought = argument || 'Thinking it over.'
    Object.assign(behaviour, MARKERS[name]?.(argument))
  }
  const said = /\[\[say\]\]\s*([\s\S]*)$/.exec(message)?.[1]
  const text = said ?? behaviour.text ?? echo(message, messageCount)
  return { ...behaviour, text: thought === null ? text : `<think>${thought}</think>${text}` }
}

/** The default answer: ten words and more, the same for the same request. */
export function echo(message: string, messageCount: number): string {
  const plain = message.replace(MARKER, '').replace(/\s+/g, ' ').trim().slice(0, 200)
  return `You said "${plain}" and I was sent ${messageCount} ${messageCount === 1 ? 'message' : 'messages'} in all.`
}

/** Words with the white space behind them, so that joining them gives the text again. */
export const wordsOf = (text: string): string[] => text.match(/\s*\S+\s*/g) ?? []
