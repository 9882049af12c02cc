/** One server-sent event that adds to an answer's text, and nothing else. */
export type DeltaEvent = {
  /** The same for events whose texts may be joined. */
  key: string
  text: string
  /** The event with another text in place of its own, as it stands on the wire. */
  withText(text: string): string
}

type Json = Record<string, unknown>

/** One line of data, with or without the event's name, and the blank line behind it. Comments, ids and the like: no. */
const PLAIN_EVENT = /^(event:[^\r\n]*(?:\r\n|\n|\r))?data:([^\r\n]*)(?:\r\n|\n|\r){2}$/

/** Reads an event of Chat Completions or of the Responses API; null where it is anything but a piece of text. */
export function deltaEvent(block: string): DeltaEvent | null {
  const match = PLAIN_EVENT.exec(block)
  if (!match) return null
  const [, name = '', data = ''] = match
  const value = parsed(data)
  if (value === null) return null
  const found = Array.isArray(value.choices) ? completionDelta(value, value.choices) : responseDelta(value)
  if (!found) return null
  return { key: found.key, text: found.text, withText: (text) => `${name}data: ${found.json(text)}\n\n` }
}

type Found = { key: string; text: string; json(text: string): string }

/** All that a delta may hold beside its text; anything else, such as a tool call, makes it more than a text. */
const TEXTS = ['content', 'reasoning_content', 'reasoning'] as const

function completionDelta(value: Json, choices: readonly unknown[]): Found | null {
  const [choice, more] = choices
  if (more !== undefined || !isJson(choice) || !isJson(choice.delta)) return null
  if (isSet(value.error) || isSet(value.usage) || isSet(choice.finish_reason) || isSet(choice.logprobs))
    return null
  const { delta } = choice
  const said = Object.keys(delta).filter((field) => field !== 'role' && isSet(delta[field]))
  const field = TEXTS.find((each) => each === said[0])
  const text = field && delta[field]
  if (field === undefined || said.length > 1 || typeof text !== 'string') return null
  return {
    key: `${field} ${choice.index} ${value.id}`,
    text,
    json: (joined) =>
      JSON.stringify({ ...value, choices: [{ ...choice, delta: { ...delta, [field]: joined } }] }),
  }
}

const RESPONSE_TEXTS = new Set([
  'response.output_text.delta',
  'response.reasoning_text.delta',
  'response.reasoning_summary_text.delta',
])

function responseDelta(value: Json): Found | null {
  const { type, delta, item_id, output_index, content_index, summary_index, logprobs } = value
  if (typeof type !== 'string' || !RESPONSE_TEXTS.has(type) || typeof delta !== 'string') return null
  if (Array.isArray(logprobs) ? logprobs.length > 0 : isSet(logprobs)) return null
  return {
    key: [type, item_id, output_index, content_index, summary_index].join(' '),
    text: delta,
    json: (joined) => JSON.stringify({ ...value, delta: joined }),
  }
}

/** Servers name what an event does not have, with null, with nothing in quotes, or with an empty list. */
const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function parsed(data: string): Json | null {
  try {
    const value: unknown = JSON.parse(data)
    return isJson(value) ? value : null
  } catch (error) {
    // `[DONE]`, or what no reader of the stream will understand either: theirs to judge.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
